// spec.trafficDistribution over releases: kube-apiserver has to know the field (or its value) for hints to be made of it,
// and kube-proxy has to heed hints. Pods run on node-1, in its zone, and elsewhere; kube-proxy runs on node-1.
export const matrix = {
  apiserver: '1.30..1.36',
  kubeProxy: 'n-3..n',
  gates: ['kube-proxy:ServiceTrafficDistribution=false,unset'],
}

const minor = (release) => Number(release.split('.')[1])
const hintsOff = (cell) => cell.gates.some(({ value }) => value === false)

/** The gate was locked in 1.33 and is gone in 1.36. */
export function refusal(cell) {
  if (!hintsOff(cell) || minor(cell.kubeProxy) < 33) return
  return minor(cell.kubeProxy) < 36
    ? 'cannot set feature gate ServiceTrafficDistribution to false, feature is locked to true'
    : 'unrecognized feature gate: ServiceTrafficDistribution'
}

/** Which pods packets go to, for a Service that asks for the same zone, or the same node. */
function expected(cell, wish) {
  const [server, proxy] = [minor(cell.apiserver), minor(cell.kubeProxy)]
  const known = wish === 'PreferSameNode' ? server >= 34 : server >= 31
  if (!known || proxy < 31 || hintsOff(cell)) return 'all'
  return wish === 'PreferSameNode' && proxy >= 34 ? 'node' : 'zone'
}

const zoneLabel = 'topology.kubernetes.io/zone'
const pods = '/api/v1/namespaces/default/pods'
const merge = 'application/merge-patch+json'

/** Nodes without a kubelet: their pods are made to run by hand. */
async function createFarPod(client, node, zone, ip) {
  await client.create('/api/v1/nodes', { metadata: { name: node, labels: { [zoneLabel]: zone } } })
  await client.create(pods, podOn(node))
  const status = { phase: 'Running', podIPs: [{ ip }], conditions: [{ type: 'Ready', status: 'True' }] }
  await client.patch(`${pods}/on-${node}/status`, { status }, merge)
}

const podOn = (nodeName) => ({
  metadata: { name: `on-${nodeName}`, labels: { app: 'web' } },
  spec: { nodeName, containers: [{ name: 'c', image: 'registry.k8s.io/pause:3.9' }] },
})

export default async function trafficDistribution(
  _cluster,
  { assert, cell, client, node, eventually, rules },
) {
  await client.patch(`/api/v1/nodes/${node}`, { metadata: { labels: { [zoneLabel]: 'z1' } } }, merge)
  await client.create(pods, podOn(node))
  await createFarPod(client, 'near', 'z1', '10.99.0.1')
  await createFarPod(client, 'far', 'z2', '10.99.0.2')
  const running = await eventually(
    () => client.get(`${pods}/on-${node}`),
    ({ status }) => status.podIPs !== undefined && status.phase === 'Running',
  )
  const reached = {
    [running.status.podIPs[0].ip]: 'node',
    '10.99.0.1': 'zone',
    '10.99.0.2': 'all',
  }

  const wishes = minor(cell.apiserver) >= 34 ? ['PreferClose', 'PreferSameNode'] : ['PreferClose']
  const outcomes = []
  for (const wish of wishes) {
    const name = wish.toLowerCase()
    await client.create('/api/v1/namespaces/default/services', {
      metadata: { name },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }], trafficDistribution: wish },
    })
    /** The farthest pod that a rule of the Service leads to. */
    const farthest = () => {
      const lines = rules()?.iptablesSave.split('\n') ?? []
      const own = lines.filter((line) => line.includes(`"default/${name} -> `))
      const found = own.map((line) => reached[/-> ([0-9.]+):/.exec(line)[1]])
      return ['all', 'zone', 'node'].find((one) => found.includes(one))
    }
    const wanted = expected(cell, wish)
    const outcome = await eventually(
      async () => farthest(),
      (found) => found === wanted,
    )
    assert.equal(outcome, wanted, wish)
    outcomes.push(outcome)
  }
  return outcomes.join(', ')
}
