defmodule Greenhouse.Stack do
  @moduledoc """
  The processes of a site for a test, with a board that is only messages. The test process gets
  `{:written, line}` for each line that is sent to the board. Not for async tests: names are global.
  """
  import ExUnit.Callbacks, only: [start_supervised!: 1]

  alias Greenhouse.{Alarms, Journal, Link, Readings, Site, Valves}
  alias Greenhouse.Link.Protocol

  defmodule FakeTransport do
    @moduledoc false
    @behaviour Greenhouse.Link

    @impl true
    def open(owner: owner), do: {:ok, owner}

    @impl true
    def write(owner, line) do
      send(owner, {:written, line})
      :ok
    end
  end

  @doc "Journal, Alarms, Readings, Link and Valves. Returns the path of the journal."
  def start!(site, journal \\ tmp_path()) do
    start_supervised!({Journal, path: journal})
    start_supervised!({Alarms, hook: nil})
    start_supervised!(Readings)
    start_supervised!({Link, transport: {FakeTransport, owner: self()}})
    start_supervised!({Valves, site: site})
    journal
  end

  @doc "As if the board had sent this body. Returns when Link has dealt with it."
  def from_board(body) do
    send(Process.whereis(Link), {:circuits_uart, "fake", Protocol.frame(body)})
    :sys.get_state(Link)
    :ok
  end

  @doc "A site with one zone: a1 on valve 3, tomatoes, 06:00 and 18:30 for 12 minutes."
  def site(changes \\ %{}) do
    zone = %{
      "id" => "a1",
      "house" => "A",
      "valve" => 3,
      "crop" => "tomato",
      "schedule" => ["06:00", "18:30"],
      "minutes" => 12
    }

    json = %{"version" => 1, "name" => "Test", "houses" => ["A"], "zones" => [zone]}
    {:ok, site} = json |> Map.merge(changes) |> Site.parse()
    site
  end

  def tmp_path do
    path = Path.join(System.tmp_dir!(), "greenhouse-#{System.unique_integer([:positive])}.csv")
    ExUnit.Callbacks.on_exit(fn -> File.rm(path) end)
    path
  end
end
