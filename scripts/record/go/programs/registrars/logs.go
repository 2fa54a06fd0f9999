//go:build kubernetes1.25

package main

import logs "k8s.io/component-base/logs/api/v1"

var addLogs = logs.AddFeatureGates
