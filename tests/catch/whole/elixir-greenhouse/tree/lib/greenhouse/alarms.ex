defmodule Greenhouse.Alarms do
  @moduledoc """
  What is wrong now. A key is raised once and stays until it is cleared; raising it again only
  changes the text. The hook (bin/alarm-sms on our sites) runs when a key is raised, at most every
  30 minutes for one key, so that a loose wire does not cost the customer 200 messages.
  """
  use GenServer

  alias Greenhouse.Journal

  @hook_every_s 1800

  @type key :: atom() | {atom(), term()}

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  @spec raise_alarm(key(), String.t()) :: :ok
  def raise_alarm(key, text), do: GenServer.call(__MODULE__, {:raise, key, text})

  @doc "Clears a key. One that is not raised is fine."
  @spec clear(key()) :: :ok
  def clear(key), do: GenServer.call(__MODULE__, {:clear, key})

  @doc "The raised alarms, oldest first."
  @spec active() :: [%{key: key(), text: String.t(), since: NaiveDateTime.t()}]
  def active, do: GenServer.call(__MODULE__, :active)

  @impl true
  def init(opts), do: {:ok, %{hook: opts[:hook], raised: %{}, hooked: %{}}}

  @impl true
  def handle_call({:raise, key, text}, _from, state) do
    case state.raised do
      %{^key => alarm} ->
        {:reply, :ok, put_in(state.raised[key], %{alarm | text: text})}

      _ ->
        alarm = %{key: key, text: text, since: NaiveDateTime.local_now()}
        Journal.log(:alarm, inspect(key), "raised #{text}")
        {:reply, :ok, state |> run_hook(key, text) |> put_in([:raised, key], alarm)}
    end
  end

  def handle_call({:clear, key}, _from, state) do
    if Map.has_key?(state.raised, key), do: Journal.log(:alarm, inspect(key), "cleared")
    {:reply, :ok, %{state | raised: Map.delete(state.raised, key)}}
  end

  def handle_call(:active, _from, state) do
    {:reply, state.raised |> Map.values() |> Enum.sort_by(& &1.since, NaiveDateTime), state}
  end

  defp run_hook(%{hook: nil} = state, _key, _text), do: state

  defp run_hook(state, key, text) do
    mono = System.monotonic_time(:second)

    if mono - Map.get(state.hooked, key, mono - @hook_every_s) >= @hook_every_s do
      Task.start(fn -> System.cmd(state.hook, [text]) end)
      put_in(state.hooked[key], mono)
    else
      state
    end
  end
end
