//go:build kubernetes1.31

package main

import proxyutil "k8s.io/kubernetes/pkg/proxy/util"

var byCIDR, noDetector interface{} = proxyutil.NewDetectLocalByCIDR, proxyutil.NewNoOpLocalDetector()
