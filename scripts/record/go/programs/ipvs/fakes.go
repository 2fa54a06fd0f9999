//go:build kubernetes1.28

package main

import (
	fakeipset "k8s.io/kubernetes/pkg/proxy/ipvs/ipset/testing"
	utilipvs "k8s.io/kubernetes/pkg/proxy/ipvs/util"
	fakeipvs "k8s.io/kubernetes/pkg/proxy/ipvs/util/testing"
)

var newIPSet, newIPVS = fakeipset.NewFake, fakeipvs.NewFake

type ipSetFake = fakeipset.FakeIPSet

type ipvsHandle = utilipvs.Interface
