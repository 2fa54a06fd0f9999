//go:build !kubernetes1.31

package main

import proxyiptables "k8s.io/kubernetes/pkg/proxy/util/iptables"

var byCIDR, noDetector interface{} = proxyiptables.NewDetectLocalByCIDR, proxyiptables.NewNoOpLocalDetector()
