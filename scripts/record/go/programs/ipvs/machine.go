package main

import (
	"net"
	"reflect"
	"strings"

	fakesysctl "k8s.io/component-helpers/node/util/sysctl/testing"
	"k8s.io/kubernetes/pkg/proxy/healthcheck"
	fakenetlink "k8s.io/kubernetes/pkg/proxy/ipvs/testing"
	fakenetwork "k8s.io/kubernetes/pkg/proxy/util/testing"
	utilexec "k8s.io/utils/exec"
)

// What the proxier makes for itself and no argument tells, by the name of its field: with these it asks nothing of the machine.
var fields = map[string]interface{}{
	"serviceHealthServer": healthcheck.NewFakeServiceHealthServer(),
}

// A kernel of which any release makes something, and nothing special.
type kernel struct{}

func (kernel) GetModules() ([]string, error)     { return nil, nil }
func (kernel) GetKernelVersion() (string, error) { return "6.1.0", nil }

// Programs that end well and do nothing: conntrack is called for Services of UDP.
type programs struct{ utilexec.Interface }

func (programs) LookPath(file string) (string, error) { return file, nil }

func (programs) Command(string, ...string) utilexec.Cmd { return utilexec.New().Command("true") }

func newSysctl() interface{} {
	fake := fakesysctl.NewFake()
	fake.Settings = map[string]int{}
	return fake
}

// The machine's addresses, as netlink tells them.
func newNetlink(isIPv6 bool, addresses []string) interface{} {
	handle := call(fakenetlink.NewFakeNetlinkHandle, isIPv6).(*fakenetlink.FakeNetlinkHandle)
	handle.IsIPv6 = isIPv6
	if err := handle.SetLocalAddresses("lo", addresses...); err != nil {
		panic(err)
	}
	return handle
}

// The same addresses, as package net tells them.
func newNetwork(addresses []string) interface{} {
	network := fakenetwork.NewFakeNetwork()
	var nets []net.Addr
	for _, address := range addresses {
		bits := 32
		if strings.Contains(address, ":") {
			bits = 128
		}
		nets = append(nets, &net.IPNet{IP: net.ParseIP(address), Mask: net.CIDRMask(bits, bits)})
	}
	network.AddInterfaceAddr(&net.Interface{Index: 0, Name: "lo"}, nets)
	return network
}

// Sets a field that the package keeps to itself, where the release has it.
func setField(value reflect.Value, name string, to interface{}) {
	if field := value.FieldByName(name); field.IsValid() {
		reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem().Set(reflect.ValueOf(to))
	}
}
