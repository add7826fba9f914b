defmodule Greenhouse.Link.ProtocolTest do
  use ExUnit.Case, async: true

  alias Greenhouse.Link.Protocol

  test "commands" do
    assert Protocol.encode(:ping) == "P*50"
    assert Protocol.encode({:valve, 3, :open}) == "V,3,1*54"
    assert Protocol.encode({:valve, 3, :closed}) == "V,3,0*55"
  end

  test "readings" do
    assert Protocol.decode("T,A,21.4*0C") == {:ok, {:reading, "A", :temp, 21.4}}
    assert Protocol.decode("H,A,63*0C") == {:ok, {:reading, "A", :humidity, 63}}
    assert Protocol.decode("L,A,512*3B") == {:ok, {:reading, "A", :light, 512}}
  end

  test "answers and faults" do
    assert Protocol.decode("V,3,1*54\r") == {:ok, {:valve, 3, :open}}
    assert Protocol.decode("E,sht31 A*65") == {:ok, {:fault, "sht31 A"}}
  end

  test "what is wrong is refused" do
    assert Protocol.decode("V,3,1*55") == {:error, :checksum}
    assert Protocol.decode("V,3,1") == {:error, :checksum}
    assert Protocol.decode(Protocol.frame("V,9,1")) == {:error, :unknown}
    assert Protocol.decode(Protocol.frame("L,A,dark")) == {:error, :unknown}
    assert Protocol.decode(Protocol.frame("Q,1")) == {:error, :unknown}
  end
end
