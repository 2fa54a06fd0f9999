//go:build !kubernetes1.26

package main

import "k8s.io/component-base/featuregate"

// There were no gates of metrics.
func addMetrics(featuregate.MutableFeatureGate) error { return nil }
