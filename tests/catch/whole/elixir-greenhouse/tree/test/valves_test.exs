defmodule Greenhouse.ValvesTest do
  use ExUnit.Case

  alias Greenhouse.{Alarms, Journal, Stack, Valves}

  setup do
    Stack.start!(Stack.site())
    assert_receive {:written, "V,3,0*55"}
    Stack.from_board("V,3,0")
    :ok
  end

  test "opens, and closes by its timer" do
    :ok = Valves.open(3, 1, "manual")
    assert_receive {:written, "V,3,1*54"}
    assert Valves.open?(3)
    assert_receive {:written, "V,3,0*55"}, 1500
    refute Valves.open?(3)
  end

  test "closes early, and the timer is gone" do
    :ok = Valves.open(3, 1, "manual")
    :ok = Valves.close(3, "enough")
    assert_receive {:written, "V,3,0*55"}
    refute_receive {:written, _}, 1500
  end

  test "both go into the journal" do
    :ok = Valves.open(3, 60, "clock 06:00")
    :ok = Valves.close(3, "enough")
    assert [close, open | _] = Journal.tail(5)
    assert open =~ ",valve,3,open 60s clock 06:00"
    assert close =~ ",valve,3,close enough"
  end

  test "an answer that does not come is an alarm, until one comes" do
    :ok = Valves.open(3, 60, "manual")
    Process.sleep(2100)
    assert [%{key: {:valve, 3}}] = Alarms.active()

    :ok = Valves.close(3, "enough")
    Stack.from_board("V,3,0")
    Valves.open?(3)
    assert Alarms.active() == []
  end
end
