// The name of the metric is that of the kubelet's release, whatever kube-apiserver is.
export const matrix = { apiserver: '1.38..1.39', kubelet: 'n-1..n' }

export default async function runningPods(_cluster, { assert, client, node }) {
  const text = await client.text(`/api/v1/nodes/${node}/proxy/metrics`)
  const names = ['kubelet_running_pods', 'kubelet_pods_running'].filter((name) => text.includes(`\n${name} `))
  assert.equal(names.length, 1)
  return names[0]
}
