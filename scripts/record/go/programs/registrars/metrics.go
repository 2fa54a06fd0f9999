//go:build kubernetes1.26

package main

import metrics "k8s.io/component-base/metrics/features"

var addMetrics = metrics.AddFeatureGates
