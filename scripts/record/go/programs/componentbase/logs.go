//go:build kubernetes1.25

// Package componentbase registers the gates of k8s.io/component-base, which each component registers itself.
package componentbase

import logs "k8s.io/component-base/logs/api/v1"

// AddLogs registers the gates of logs.
var AddLogs = logs.AddFeatureGates
