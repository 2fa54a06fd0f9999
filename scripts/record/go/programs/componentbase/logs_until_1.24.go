//go:build !kubernetes1.25 && kubernetes1.24

package componentbase

import "k8s.io/component-base/logs"

// AddLogs registers the gates of logs.
var AddLogs = logs.AddFeatureGates
