defmodule Greenhouse.Valves do
  @moduledoc """
  Opens and closes valves. Every opening has an end: this process closes it by timer, and the board
  closes it on its own after 65 minutes.

  A reason begins with the word of whoever asks: `clock`, `manual`. It goes into the journal as it is.
  """
  use GenServer

  alias Greenhouse.{Alarms, Journal, Link}

  @max_open_s 3600
  @ack_ms 2_000

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  @doc "Opens a valve for some seconds. One that is open already gets the new end."
  @spec open(1..8, pos_integer(), String.t()) :: :ok
  def open(valve, seconds, reason), do: GenServer.call(__MODULE__, {:open, valve, seconds, reason})

  @spec close(1..8, String.t()) :: :ok
  def close(valve, reason), do: GenServer.call(__MODULE__, {:close, valve, reason})

  @spec open?(1..8) :: boolean()
  def open?(valve), do: GenServer.call(__MODULE__, {:open?, valve})

  @doc "The board has said where a valve stands."
  @spec ack(1..8, :open | :closed) :: :ok
  def ack(valve, position), do: GenServer.cast(__MODULE__, {:ack, valve, position})

  @impl true
  def init(opts) do
    site = Keyword.fetch!(opts, :site)
    # open: what is open now, by valve. acks: the timers of answers that we wait for.
    {:ok, %{open: %{}, acks: %{}}, {:continue, {:close_all, site}}}
  end

  # After a restart nobody knows what the last run left open.
  @impl true
  def handle_continue({:close_all, site}, state) do
    {:noreply, Enum.reduce(site.zones, state, &command(&2, &1.valve, :closed))}
  end

  @impl true
  def handle_call({:open, valve, seconds, reason}, _from, state) do
    seconds = min(seconds, @max_open_s)
    state = cancel_close(state, valve)
    timer = Process.send_after(self(), {:time_up, valve}, seconds * 1000)
    Journal.log(:valve, valve, "open #{seconds}s #{reason}")

    entry = %{
      timer: timer,
      reason: reason,
      opened_at: opened_at(state, valve)
    }

    {:reply, :ok, state |> put_in([:open, valve], entry) |> command(valve, :open)}
  end

  def handle_call({:close, valve, reason}, _from, state) do
    {:reply, :ok, close_valve(state, valve, reason)}
  end

  def handle_call({:open?, valve}, _from, state) do
    {:reply, Map.has_key?(state.open, valve), state}
  end

  @impl true
  def handle_cast({:ack, valve, position}, state) do
    case Map.pop(state.acks, valve) do
      {{^position, timer}, acks} ->
        Process.cancel_timer(timer)
        Alarms.clear({:valve, valve})
        {:noreply, %{state | acks: acks}}

      _ ->
        {:noreply, state}
    end
  end

  @impl true
  def handle_info({:time_up, valve}, state), do: {:noreply, close_valve(state, valve, "timer")}

  def handle_info({:no_ack, valve, position}, state) do
    Alarms.raise_alarm({:valve, valve}, "valve #{valve} did not answer to #{position}")
    {:noreply, %{state | acks: Map.delete(state.acks, valve)}}
  end

  defp close_valve(state, valve, reason) do
    if Map.has_key?(state.open, valve), do: Journal.log(:valve, valve, "close #{reason}")
    state = cancel_close(state, valve)
    %{state | open: Map.delete(state.open, valve)} |> command(valve, :closed)
  end

  defp command(state, valve, position) do
    with {_position, timer} <- state.acks[valve], do: Process.cancel_timer(timer)
    Link.command({:valve, valve, position})
    timer = Process.send_after(self(), {:no_ack, valve, position}, @ack_ms)
    put_in(state, [:acks, valve], {position, timer})
  end

  defp cancel_close(state, valve) do
    with %{timer: timer} <- state.open[valve], do: Process.cancel_timer(timer)
    state
  end

  # A valve that is opened once more keeps the time at which it first opened.
  defp opened_at(state, valve) do
    case state.open[valve] do
      %{opened_at: at} -> at
      nil -> System.monotonic_time(:second)
    end
  end
end
