defmodule Greenhouse.DashboardTest do
  use ExUnit.Case
  import Plug.Test

  alias Greenhouse.{Stack, Valves}
  alias Greenhouse.Dashboard.Router

  setup do
    site = Stack.site()
    Stack.start!(site)
    %{opts: Router.init(site: site)}
  end

  defp json(opts) do
    conn = Router.call(conn(:get, "/api/state.json"), opts)
    assert conn.status == 200
    Jason.decode!(conn.resp_body)
  end

  test "the state as JSON", %{opts: opts} do
    Stack.from_board("T,A,21.4")
    state = json(opts)
    assert [%{"id" => "A", "temp" => 21.4, "humidity" => nil}] = state["houses"]
    assert [%{"id" => "a1", "valve" => 3, "open" => false}] = state["zones"]
  end

  test "the page", %{opts: opts} do
    conn = Router.call(conn(:get, "/"), opts)
    assert conn.resp_body =~ "<td>a1</td><td>tomato</td><td>3</td><td>closed</td>"
  end

  test "water now, for the zone's minutes or for some seconds", %{opts: opts} do
    assert Router.call(conn(:post, "/zones/a1/water"), opts).status == 303
    assert Valves.open?(3)
    assert Enum.any?(json(opts)["journal"], &(&1 =~ "open 720s manual"))

    assert Router.call(conn(:post, "/zones/a1/water?seconds=3"), opts).status == 303
    assert Enum.any?(json(opts)["journal"], &(&1 =~ "open 3s manual"))
  end

  test "what is wrong is refused", %{opts: opts} do
    assert Router.call(conn(:post, "/zones/zz/water"), opts).status == 404
    assert Router.call(conn(:post, "/zones/a1/water?seconds=lots"), opts).status == 400
  end
end
