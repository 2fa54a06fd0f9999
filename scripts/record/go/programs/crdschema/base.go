//go:build kubernetes1.35

package main

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

func baseEnvSet(v *version.Version) *environment.EnvSet { return environment.MustBaseEnvSet(v) }
