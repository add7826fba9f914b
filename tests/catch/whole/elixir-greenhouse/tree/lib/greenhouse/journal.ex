defmodule Greenhouse.Journal do
  @moduledoc """
  A CSV file to which everything that happens is appended, one line each:

      2025-04-02T06:00:04,valve,3,open 720s clock 06:00

  Local time, kind, subject, detail. The detail comes last and may contain commas. The file is small
  (some 40 lines a day for a site), so reading means reading all of it.
  """
  use GenServer

  @type kind :: :valve | :alarm

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  @spec log(kind(), String.Chars.t(), String.t()) :: :ok
  def log(kind, subject, detail), do: GenServer.cast(__MODULE__, {:log, kind, subject, detail})

  @doc "The last lines, newest first."
  @spec tail(pos_integer()) :: [String.t()]
  def tail(count), do: GenServer.call(__MODULE__, {:tail, count})

  @impl true
  def init(opts) do
    path = Keyword.fetch!(opts, :path)
    File.mkdir_p!(Path.dirname(path))
    {:ok, %{path: path}}
  end

  @impl true
  def handle_cast({:log, kind, subject, detail}, state) do
    at = NaiveDateTime.to_iso8601(NaiveDateTime.local_now())
    File.write!(state.path, "#{at},#{kind},#{subject},#{detail}\n", [:append])
    {:noreply, state}
  end

  @impl true
  def handle_call({:tail, count}, _from, state) do
    {:reply, state.path |> lines() |> Enum.reverse() |> Enum.take(count), state}
  end

  defp lines(path) do
    case File.read(path) do
      {:ok, text} -> String.split(text, "\n", trim: true)
      {:error, :enoent} -> []
    end
  end
end
