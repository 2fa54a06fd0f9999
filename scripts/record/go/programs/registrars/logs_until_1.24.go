//go:build !kubernetes1.25

package main

import "k8s.io/component-base/logs"

var addLogs = logs.AddFeatureGates
