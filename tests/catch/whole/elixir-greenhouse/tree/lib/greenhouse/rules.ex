defmodule Greenhouse.Rules.Context do
  @moduledoc """
  All that a rule may look at. Rules are functions of this and nothing else, so that a test is a
  struct and an assertion.
  """
  alias Greenhouse.{Reading, Site}

  @enforce_keys [:site, :now, :prev, :mono, :latest]
  defstruct [:site, :now, :prev, :mono, :latest]

  @type t :: %__MODULE__{
          site: Site.t(),
          # local time of this tick and of the one before
          now: NaiveDateTime.t(),
          prev: NaiveDateTime.t(),
          # monotonic seconds, for ages
          mono: integer(),
          latest: (Reading.source(), Reading.kind() -> Reading.t() | nil)
        }
end

defmodule Greenhouse.Rules do
  @moduledoc "Runs the rules of the config in their order, and does what they ask for."
  require Logger

  alias Greenhouse.{Alarms, Valves}
  alias Greenhouse.Rules.Context

  @type action ::
          {:open, valve :: 1..8, seconds :: pos_integer(), reason :: String.t()}
          | {:close, valve :: 1..8, reason :: String.t()}
          | {:alarm, Alarms.key(), String.t()}
          | {:clear_alarm, Alarms.key()}

  @callback evaluate(Context.t()) :: [action()]

  @doc "The actions of all rules. A rule that crashes becomes an alarm and stops no other rule."
  @spec run([module()], Context.t()) :: [action()]
  def run(rules, %Context{} = context) do
    Enum.flat_map(rules, fn rule ->
      try do
        [{:clear_alarm, {:rule, rule}} | rule.evaluate(context)]
      rescue
        error ->
          Logger.error(Exception.format(:error, error, __STACKTRACE__))
          [{:alarm, {:rule, rule}, "#{inspect(rule)} crashed: #{Exception.message(error)}"}]
      end
    end)
  end

  @spec perform([action()]) :: :ok
  def perform(actions), do: Enum.each(actions, &perform_one/1)

  defp perform_one({:open, valve, seconds, reason}), do: Valves.open(valve, seconds, reason)
  defp perform_one({:close, valve, reason}), do: Valves.close(valve, reason)
  defp perform_one({:alarm, key, text}), do: Alarms.raise_alarm(key, text)
  defp perform_one({:clear_alarm, key}), do: Alarms.clear(key)
end
