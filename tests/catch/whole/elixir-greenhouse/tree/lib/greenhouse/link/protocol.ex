defmodule Greenhouse.Link.Protocol do
  @moduledoc """
  The lines between the Pi and the board, as docs/protocol.md has them. No state in here.
  """

  @type message ::
          {:reading, house :: String.t(), :temp | :humidity | :light, number()}
          | {:valve, 1..8, :open | :closed}
          | {:fault, String.t()}
  @type command :: {:valve, 1..8, :open | :closed} | :ping

  @spec encode(command()) :: String.t()
  def encode({:valve, valve, :open}), do: frame("V,#{valve},1")
  def encode({:valve, valve, :closed}), do: frame("V,#{valve},0")
  def encode(:ping), do: frame("P")

  @doc "Decodes a line without its newline."
  @spec decode(String.t()) :: {:ok, message()} | {:error, :checksum | :unknown}
  def decode(line) do
    with [body, sum] <- String.split(String.trim(line), "*"),
         true <- sum == checksum(body) do
      body |> String.split(",") |> message()
    else
      _ -> {:error, :checksum}
    end
  end

  @doc "A body with its checksum behind it."
  @spec frame(String.t()) :: String.t()
  def frame(body), do: body <> "*" <> checksum(body)

  defp message(["T", house, value]), do: reading(house, :temp, Float.parse(value))
  defp message(["H", house, value]), do: reading(house, :humidity, Integer.parse(value))
  defp message(["L", house, value]), do: reading(house, :light, Integer.parse(value))
  defp message(["E" | text]), do: {:ok, {:fault, Enum.join(text, ",")}}

  defp message(["V", valve, position]) when position in ["0", "1"] do
    case Integer.parse(valve) do
      {n, ""} when n in 1..8 -> {:ok, {:valve, n, position(position)}}
      _ -> {:error, :unknown}
    end
  end

  defp message(_fields), do: {:error, :unknown}

  defp reading(house, kind, {value, ""}), do: {:ok, {:reading, house, kind, value}}
  defp reading(_house, _kind, _rest), do: {:error, :unknown}

  defp position("1"), do: :open
  defp position("0"), do: :closed

  defp checksum(body) do
    body
    |> :binary.bin_to_list()
    |> Enum.reduce(0, &Bitwise.bxor/2)
    |> Integer.to_string(16)
    |> String.pad_leading(2, "0")
  end
end
