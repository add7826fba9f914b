defmodule Greenhouse.Link do
  @moduledoc """
  The serial line to the board. Hands what arrives to `Readings`, `Valves` and `Alarms`, writes
  commands, and pings every minute: the board shuts all valves after 5 minutes of silence.
  """
  use GenServer
  require Logger

  alias Greenhouse.{Alarms, Reading, Readings, Valves}
  alias Greenhouse.Link.Protocol

  @callback open(keyword()) :: {:ok, pid()} | {:error, term()}
  @callback write(pid(), String.t()) :: :ok | {:error, term()}

  @ping_ms 60_000
  @reopen_ms 5_000

  defmodule Uart do
    @moduledoc false
    @behaviour Greenhouse.Link

    @impl true
    def open(opts) do
      {:ok, pid} = Circuits.UART.start_link()
      framing = {Circuits.UART.Framing.Line, separator: "\n"}

      case Circuits.UART.open(pid, opts[:device], speed: 115_200, active: true, framing: framing) do
        :ok ->
          {:ok, pid}

        error ->
          Circuits.UART.stop(pid)
          error
      end
    end

    @impl true
    def write(pid, line), do: Circuits.UART.write(pid, line)
  end

  def start_link(opts), do: GenServer.start_link(__MODULE__, opts, name: __MODULE__)

  @spec command(Protocol.command()) :: :ok | {:error, term()}
  def command(command), do: GenServer.call(__MODULE__, {:command, command})

  @impl true
  def init(opts) do
    {module, args} = Keyword.fetch!(opts, :transport)
    Process.send_after(self(), :ping, @ping_ms)
    {:ok, %{module: module, args: args, port: nil}, {:continue, :open}}
  end

  @impl true
  def handle_continue(:open, state), do: {:noreply, reopen(state)}

  @impl true
  def handle_call({:command, command}, _from, state), do: {:reply, write(state, command), state}

  @impl true
  def handle_info(:open, state), do: {:noreply, reopen(state)}

  def handle_info(:ping, state) do
    write(state, :ping)
    Process.send_after(self(), :ping, @ping_ms)
    {:noreply, state}
  end

  def handle_info({:circuits_uart, _device, {:error, _reason}}, state) do
    Alarms.raise_alarm(:link, "the line to the board is down")
    Process.send_after(self(), :open, @reopen_ms)
    {:noreply, %{state | port: nil}}
  end

  def handle_info({:circuits_uart, _device, line}, state) when is_binary(line) do
    case Protocol.decode(line) do
      {:ok, message} -> dispatch(message)
      {:error, reason} -> Logger.warning("line dropped (#{reason}): #{inspect(line)}")
    end

    {:noreply, state}
  end

  def handle_info(_other, state), do: {:noreply, state}

  defp dispatch({:reading, house, kind, value}), do: Readings.put(Reading.new(house, kind, value))
  defp dispatch({:valve, valve, position}), do: Valves.ack(valve, position)
  defp dispatch({:fault, text}), do: Alarms.raise_alarm({:board, text}, "board: #{text}")

  defp write(%{port: nil}, _command), do: {:error, :closed}
  defp write(state, command), do: state.module.write(state.port, Protocol.encode(command))

  defp reopen(state) do
    case state.module.open(state.args) do
      {:ok, port} ->
        Alarms.clear(:link)
        %{state | port: port}

      {:error, reason} ->
        Alarms.raise_alarm(:link, "the line to the board does not open: #{inspect(reason)}")
        Process.send_after(self(), :open, @reopen_ms)
        %{state | port: nil}
    end
  end
end
