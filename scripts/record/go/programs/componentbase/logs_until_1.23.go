//go:build !kubernetes1.24

package componentbase

import "k8s.io/component-base/featuregate"

// AddLogs registers nothing: there were no gates of logs.
func AddLogs(featuregate.MutableFeatureGate) error { return nil }
