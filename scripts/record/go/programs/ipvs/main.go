// Prints what kube-proxy in ipvs mode programs for the objects of a file: its own proxier with the fakes of its own tests for the
// kernel, so that neither IPVS nor root is needed.
// usage: ipvs FILE     the file: an Input
package main

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"reflect"
	"sort"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	discovery "k8s.io/api/discovery/v1"
	"k8s.io/kube-proxy/config/v1alpha1"
	"k8s.io/kubernetes/pkg/proxy/apis/config"
	"k8s.io/kubernetes/pkg/proxy/apis/config/scheme"
	"k8s.io/kubernetes/pkg/proxy/apis/config/validation"
	"k8s.io/kubernetes/pkg/proxy/ipvs"

	"kepsim/record/component"
)

// Input holds the objects, and what the command line says.
type Input struct {
	Node           v1.Node                   `json:"node"`
	Services       []v1.Service              `json:"services"`
	EndpointSlices []discovery.EndpointSlice `json:"endpointSlices"`
	// Addresses of the machine.
	Addresses     []string `json:"addresses"`
	NodeIP        string   `json:"nodeIP"`
	Family        string   `json:"family"`
	ClusterCIDR   string   `json:"clusterCIDR"`
	MasqueradeAll bool     `json:"masqueradeAll"`
	MasqueradeBit int      `json:"masqueradeBit"`
	Scheduler     string   `json:"scheduler"`
	// CIDRs that node ports answer on.
	NodePortAddresses []string `json:"nodePortAddresses"`
}

// Server is a virtual or a real server.
type Server struct {
	Address   string   `json:"address"`
	Port      uint16   `json:"port"`
	Protocol  string   `json:"protocol,omitempty"`
	Scheduler string   `json:"scheduler,omitempty"`
	Flags     uint32   `json:"flags,omitempty"`
	Timeout   uint32   `json:"timeout,omitempty"`
	Weight    int      `json:"weight,omitempty"`
	Real      []Server `json:"real,omitempty"`
}

// Set is an ipset with its entries.
type Set struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Family  string   `json:"family"`
	Entries []string `json:"entries"`
}

func readInput(path string) (input Input) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &input)
	}
	if err != nil {
		panic(err)
	}
	return input
}

func main() {
	input := readInput(os.Args[1])
	if message := refusal(input); message != "" {
		component.WriteJSON(map[string]string{"refused": message})
		return
	}
	isIPv6 := input.Family == string(v1.IPv6Protocol)
	tables, set, kernelIPVS := newIPTables(isIPv6), newIPSet("7.0"), newIPVS()
	detector := noDetector
	if input.ClusterCIDR != "" {
		detector = call(byCIDR, input.ClusterCIDR, tables)
	}
	// Of a type by type in the order of the parameters: excluded and node port CIDRs; strict ARP and masquerading; node and scheduler.
	proxier := call(ipvs.NewProxier, context.Background(), v1.IPFamily(input.Family), tables, kernelIPVS, set, newSysctl(), programs{},
		30*time.Second, time.Second, []string(nil), false, input.MasqueradeAll, input.MasqueradeBit, detector,
		input.Node.Name, net.ParseIP(input.NodeIP), input.Scheduler, input.NodePortAddresses, kernel{})
	replaceMachine(reflect.ValueOf(proxier).Elem(), isIPv6, input.Addresses)
	feed(proxier.(watcher), input)
	component.WriteJSON(map[string]interface{}{
		"servers":  servers(kernelIPVS),
		"sets":     setsOf(set),
		"iptables": tables,
	})
}

// Why the release's kube-proxy does not take the scheduler. Only of that the configuration says enough.
func refusal(input Input) string {
	file := v1alpha1.KubeProxyConfiguration{Mode: "ipvs", IPVS: v1alpha1.KubeProxyIPVSConfiguration{Scheduler: input.Scheduler}}
	scheme.Scheme.Default(&file)
	var configuration config.KubeProxyConfiguration
	if err := scheme.Scheme.Convert(&file, &configuration, nil); err != nil {
		panic(err)
	}
	for _, err := range validation.Validate(&configuration) {
		if strings.Contains(err.Field, "Scheduler") {
			return err.Error()
		}
	}
	return ""
}

func replaceMachine(proxier reflect.Value, isIPv6 bool, addresses []string) {
	netlink := newNetlink(isIPv6, addresses)
	setField(proxier, "netlinkHandle", netlink)
	setField(proxier, "networkInterfacer", newNetwork(addresses))
	if getter := proxier.FieldByName("ipGetter"); getter.IsValid() {
		setField(getter.Elem().Elem(), "nl", netlink)
	}
	for name, fake := range fields {
		setField(proxier, name, fake)
	}
}

type watcher interface {
	OnServiceAdd(*v1.Service)
	OnServiceSynced()
	OnEndpointSliceAdd(*discovery.EndpointSlice)
	OnEndpointSlicesSynced()
}

// The last of these programs the rules.
func feed(proxier watcher, input Input) {
	switch one := proxier.(type) {
	case interface{ OnNodeAdd(*v1.Node) }:
		one.OnNodeAdd(&input.Node)
	case interface{ OnTopologyChange(map[string]string) }:
		one.OnTopologyChange(input.Node.Labels)
	}
	for i := range input.Services {
		proxier.OnServiceAdd(&input.Services[i])
	}
	for i := range input.EndpointSlices {
		proxier.OnEndpointSliceAdd(&input.EndpointSlices[i])
	}
	proxier.OnServiceSynced()
	proxier.OnEndpointSlicesSynced()
}

func servers(handle ipvsHandle) []Server {
	found, err := handle.GetVirtualServers()
	if err != nil {
		panic(err)
	}
	list := []Server{}
	for _, one := range found {
		real, err := handle.GetRealServers(one)
		if err != nil {
			panic(err)
		}
		server := Server{Address: one.Address.String(), Port: one.Port, Protocol: one.Protocol, Scheduler: one.Scheduler,
			Flags: uint32(one.Flags), Timeout: one.Timeout}
		for _, end := range real {
			server.Real = append(server.Real, Server{Address: end.Address.String(), Port: end.Port, Weight: end.Weight})
		}
		list = append(list, server)
	}
	return list
}

func setsOf(fake *ipSetFake) []Set {
	list := []Set{}
	for name, set := range fake.Sets {
		entries := fake.Entries[name].UnsortedList()
		sort.Strings(entries)
		list = append(list, Set{Name: name, Type: string(set.SetType), Family: strings.TrimSpace(set.HashFamily), Entries: entries})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}
