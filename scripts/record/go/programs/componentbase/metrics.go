//go:build kubernetes1.26

package componentbase

import metrics "k8s.io/component-base/metrics/features"

// AddMetrics registers the gates of metrics.
var AddMetrics = metrics.AddFeatureGates
