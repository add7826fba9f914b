defmodule Greenhouse.Ticker do
  @moduledoc "Runs the rules every 10 seconds."
  use GenServer

  alias Greenhouse.{Readings, Rules}
  alias Greenhouse.Rules.Context

  @interval_ms 10_000

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  @doc "One tick now; returns when its actions are done. For tests and for bin/console."
  @spec tick() :: :ok
  def tick, do: GenServer.call(__MODULE__, :tick)

  # Options: site, rules; for tests also clock (local time) and auto: false (no ticks of its own).
  @impl true
  def init(opts) do
    clock = Keyword.get(opts, :clock, &NaiveDateTime.local_now/0)
    auto = Keyword.get(opts, :auto, true)
    if auto, do: schedule()

    {:ok,
     %{
       site: Keyword.fetch!(opts, :site),
       rules: Keyword.fetch!(opts, :rules),
       clock: clock,
       prev: clock.()
     }}
  end

  @impl true
  def handle_call(:tick, _from, state), do: {:reply, :ok, run(state)}

  @impl true
  def handle_info(:tick, state) do
    schedule()
    {:noreply, run(state)}
  end

  defp run(state) do
    context = context(state)
    state.rules |> Rules.run(context) |> Rules.perform()
    %{state | prev: context.now}
  end

  defp context(state) do
    %Context{
      site: state.site,
      now: state.clock.(),
      prev: state.prev,
      mono: System.monotonic_time(:second),
      latest: &Readings.latest/2
    }
  end

  defp schedule, do: Process.send_after(self(), :tick, @interval_ms)
end
