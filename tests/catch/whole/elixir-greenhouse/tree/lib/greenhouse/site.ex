defmodule Greenhouse.Site do
  @moduledoc """
  The site file: which zones there are, on which valve, and when they are watered.

  README, "The site file", describes it for the customer. It is read once at start; after an edit
  restart the service.
  """

  defmodule Zone do
    @moduledoc "A bed that is watered by one valve."
    @enforce_keys [:id, :house, :valve, :schedule, :minutes]
    defstruct [:id, :house, :valve, :crop, :schedule, :minutes]

    @type t :: %__MODULE__{
            id: String.t(),
            house: String.t(),
            valve: 1..8,
            crop: String.t() | nil,
            schedule: [Time.t()],
            minutes: pos_integer()
          }
  end

  @enforce_keys [:name, :houses, :zones]
  defstruct [:name, :houses, :zones, frost_c: 3.0]

  @type t :: %__MODULE__{
          name: String.t(),
          houses: [String.t()],
          zones: [Zone.t()],
          frost_c: float()
        }

  @doc "Reads and checks a site file. A site that is wrong must not start, so this raises."
  @spec load!(Path.t()) :: t()
  def load!(path) do
    with {:ok, text} <- File.read(path),
         {:ok, json} <- Jason.decode(text),
         {:ok, site} <- parse(json) do
      site
    else
      {:error, reason} -> raise ArgumentError, "#{path}: #{explain(reason)}"
    end
  end

  @doc "Turns decoded JSON into a site. The error says which zone and which key."
  @spec parse(map()) :: {:ok, t()} | {:error, String.t()}
  def parse(%{"version" => 1} = json) do
    houses = Map.get(json, "houses", [])

    with {:ok, zones} <- collect(Map.get(json, "zones", []), &parse_zone(&1, houses)),
         :ok <- unique(zones, :id),
         :ok <- unique(zones, :valve) do
      {:ok,
       %__MODULE__{
         name: Map.get(json, "name", "greenhouse"),
         houses: houses,
         zones: zones,
         frost_c: get_in(json, ["limits", "frost_c"]) || 3.0
       }}
    end
  end

  def parse(%{"version" => version}), do: {:error, "version #{inspect(version)} is not known"}
  def parse(_json), do: {:error, "version is missing"}

  @spec zone(t(), String.t()) :: Zone.t() | nil
  def zone(%__MODULE__{zones: zones}, id), do: Enum.find(zones, &(&1.id == id))

  defp parse_zone(%{"id" => id} = json, houses) do
    with {:ok, house} <- member(json, "house", houses),
         {:ok, valve} <- member(json, "valve", 1..8),
         {:ok, minutes} <- member(json, "minutes", 1..60),
         {:ok, schedule} <- collect(Map.get(json, "schedule", []), &parse_time/1) do
      {:ok,
       %Zone{
         id: id,
         house: house,
         valve: valve,
         crop: json["crop"],
         schedule: Enum.sort(schedule, Time),
         minutes: minutes
       }}
    else
      {:error, reason} -> {:error, "zone #{id}: #{reason}"}
    end
  end

  defp parse_zone(_json, _houses), do: {:error, "a zone has no id"}

  defp parse_time(text) do
    case Time.from_iso8601("#{text}:00") do
      {:ok, time} -> {:ok, time}
      {:error, _} -> {:error, "#{inspect(text)} is not a time like 06:00"}
    end
  end

  # The value of a key, which must be one of those allowed (a list or a range).
  defp member(json, key, allowed) do
    value = json[key]

    if value in allowed,
      do: {:ok, value},
      else: {:error, "#{key} is #{inspect(value)}, allowed: #{inspect(allowed)}"}
  end

  defp collect(items, fun) do
    items
    |> Enum.reduce_while({:ok, []}, fn item, {:ok, done} ->
      case fun.(item) do
        {:ok, value} -> {:cont, {:ok, [value | done]}}
        error -> {:halt, error}
      end
    end)
    |> case do
      {:ok, values} -> {:ok, Enum.reverse(values)}
      error -> error
    end
  end

  defp unique(zones, key) do
    values = Enum.map(zones, &Map.fetch!(&1, key))

    case values -- Enum.uniq(values) do
      [] -> :ok
      [twice | _] -> {:error, "#{key} #{inspect(twice)} is used twice"}
    end
  end

  defp explain(reason) when is_binary(reason), do: reason
  defp explain(%Jason.DecodeError{} = error), do: Exception.message(error)
  defp explain(reason), do: reason |> :file.format_error() |> to_string()
end
