//go:build kubernetes1.33

package main

import "k8s.io/kubernetes/pkg/proxy/conntrack"

func init() { fields["conntrack"] = conntrack.NewFake() }
