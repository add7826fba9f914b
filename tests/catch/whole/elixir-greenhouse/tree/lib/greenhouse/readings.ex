defmodule Greenhouse.Reading do
  @moduledoc """
  One measured value. `at` is monotonic seconds (`System.monotonic_time(:second)`), so that an age
  survives summer time and a Pi that gets its clock late.
  """
  @enforce_keys [:source, :kind, :value, :at]
  defstruct [:source, :kind, :value, :at]

  # The letter of a house
  @type source :: String.t()
  @type kind :: :temp | :humidity | :light
  @type t :: %__MODULE__{source: source(), kind: kind(), value: number(), at: integer()}

  @doc "A reading of now."
  @spec new(source(), kind(), number()) :: t()
  def new(source, kind, value) do
    %__MODULE__{source: source, kind: kind, value: value, at: System.monotonic_time(:second)}
  end

  @spec age(t(), integer()) :: integer()
  def age(%__MODULE__{at: at}, mono), do: mono - at
end

defmodule Greenhouse.Readings do
  @moduledoc "The latest reading of each source and kind. Nothing older is kept."
  use GenServer

  alias Greenhouse.Reading

  def start_link(_opts), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @spec put(Reading.t()) :: :ok
  def put(%Reading{} = reading), do: GenServer.call(__MODULE__, {:put, reading})

  @spec latest(Reading.source(), Reading.kind()) :: Reading.t() | nil
  def latest(source, kind) do
    case :ets.lookup(__MODULE__, {source, kind}) do
      [{_key, reading}] -> reading
      [] -> nil
    end
  end

  @impl true
  def init(nil) do
    :ets.new(__MODULE__, [:named_table, :protected, read_concurrency: true])
    {:ok, nil}
  end

  @impl true
  def handle_call({:put, reading}, _from, state) do
    :ets.insert(__MODULE__, {{reading.source, reading.kind}, reading})
    {:reply, :ok, state}
  end
end
