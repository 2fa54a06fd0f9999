package main

import (
	"strings"

	utiliptables "k8s.io/kubernetes/pkg/util/iptables"
	fakeiptables "k8s.io/kubernetes/pkg/util/iptables/testing"
)

// Keeps what is asked of iptables: chains, the jumps to them, and what is restored.
type iptables struct {
	utiliptables.Interface `json:"-"`
	Chains                 []string `json:"chains"`
	Jumps                  []string `json:"jumps"`
	Restored               string   `json:"restored"`
}

func newIPTables(isIPv6 bool) *iptables {
	if isIPv6 {
		return &iptables{Interface: fakeiptables.NewIPv6Fake().SetHasRandomFully(true)}
	}
	return &iptables{Interface: fakeiptables.NewFake().SetHasRandomFully(true)}
}

func (f *iptables) EnsureChain(table utiliptables.Table, chain utiliptables.Chain) (bool, error) {
	f.Chains = append(f.Chains, string(table)+" "+string(chain))
	return false, nil
}

// Jumps are asked for in the order in which each is put first.
func (f *iptables) EnsureRule(_ utiliptables.RulePosition, table utiliptables.Table, chain utiliptables.Chain, args ...string) (bool, error) {
	for i, arg := range args {
		if strings.Contains(arg, " ") {
			args[i] = `"` + arg + `"`
		}
	}
	f.Jumps = append(f.Jumps, strings.Join(append([]string{string(table), "-A", string(chain)}, args...), " "))
	return false, nil
}

func (f *iptables) RestoreAll(data []byte, _ utiliptables.FlushFlag, _ utiliptables.RestoreCountersFlag) error {
	f.Restored = string(data)
	return nil
}
