//go:build !kubernetes1.28

package main

import (
	fakeipset "k8s.io/kubernetes/pkg/util/ipset/testing"
	utilipvs "k8s.io/kubernetes/pkg/util/ipvs"
	fakeipvs "k8s.io/kubernetes/pkg/util/ipvs/testing"
)

var newIPSet, newIPVS = fakeipset.NewFake, fakeipvs.NewFake

type ipSetFake = fakeipset.FakeIPSet

type ipvsHandle = utilipvs.Interface
