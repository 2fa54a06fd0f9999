//go:build !kubernetes1.26

package componentbase

import "k8s.io/component-base/featuregate"

// AddMetrics registers nothing: there were no gates of metrics.
func AddMetrics(featuregate.MutableFeatureGate) error { return nil }
