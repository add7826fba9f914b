defmodule Greenhouse.Dashboard.Router do
  @moduledoc """
  The dashboard on port 4000. No login: it listens in the customer's own network only (README,
  "Dashboard").
  """
  use Plug.Router

  alias Greenhouse.{Site, Status, Valves}
  alias Greenhouse.Dashboard.Page

  plug(:match)
  plug(:dispatch, builder_opts())

  get "/" do
    conn
    |> put_resp_content_type("text/html")
    |> send_resp(200, Page.render(Status.snapshot(opts[:site])))
  end

  get "/api/state.json" do
    json(conn, 200, Status.snapshot(opts[:site]))
  end

  # ?seconds=3 is what bin/bench uses; the button of the page sends none.
  post "/zones/:id/water" do
    conn = fetch_query_params(conn)

    with %{} = zone <- Site.zone(opts[:site], id),
         {:ok, seconds} <- seconds(conn.query_params["seconds"], zone) do
      Valves.open(zone.valve, seconds, "manual")

      conn
      |> put_resp_header("location", "/")
      |> send_resp(303, "")
    else
      nil -> json(conn, 404, %{error: "no zone #{id}"})
      :error -> json(conn, 400, %{error: "seconds must be a number from 1 to 3600"})
    end
  end

  match _ do
    json(conn, 404, %{error: "not found"})
  end

  defp seconds(nil, zone), do: {:ok, zone.minutes * 60}

  defp seconds(text, _zone) do
    case Integer.parse(text) do
      {n, ""} when n in 1..3600 -> {:ok, n}
      _ -> :error
    end
  end

  defp json(conn, status, body) do
    conn
    |> put_resp_content_type("application/json")
    |> send_resp(status, Jason.encode!(body))
  end
end
