// The flags of kubectl autoscale by release. Upstream: kubectl/pkg/cmd/autoscale/autoscale.go
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../../cluster/index.ts'
import { kubectlOf, type Result } from './kubectl-of.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({ release: '1.36', http: true })
  expect((await run('1.36.3', ['create', 'deployment', 'web', '--image=a'])).exitCode).toBe(0)
})
afterAll(() => cluster.stop())

const run = (release: string, args: string[]): Promise<Result> => kubectlOf(cluster, { release })(args)
const autoscale = (release: string, ...flags: string[]): Promise<Result> =>
  run(release, ['autoscale', 'deploy', 'web', '--max=3', '--dry-run=client', '-o', 'json', ...flags])
const metricsOf = ({ stdout }: Result): unknown =>
  (JSON.parse(stdout) as { spec: { metrics?: unknown } }).spec.metrics
const metric = (name: string, target: object): object => ({ resource: { name, target }, type: 'Resource' })
const utilization = (averageUtilization: number): object => ({ averageUtilization, type: 'Utilization' })
const value = (averageValue: string): object => ({ averageValue, type: 'AverageValue' })

describe('kubectl 1.34 and later', () => {
  // Recorded from parseResourceInput of kubectl 1.36.3.
  it.each([
    ['--cpu=70%', 'cpu', utilization(70)],
    ['--cpu=500m', 'cpu', value('500m')],
    ['--cpu= 500 ', 'cpu', value('500m')],
    ['--cpu=0.5', 'cpu', value('500u')],
    ['--cpu=1e3', 'cpu', value('1')],
    ['--cpu=1024', 'cpu', value('1024m')],
    ['--memory=60%', 'memory', utilization(60)],
    ['--memory=200Mi', 'memory', value('200Mi')],
    ['--memory=1024', 'memory', value('1Gi')],
    ['--memory=2.5', 'memory', value('2560Ki')],
    ['--memory=1.5Gi', 'memory', value('1536Mi')],
  ])('takes %s', async (flag, name, target) => {
    const result = await autoscale('1.34.4', flag)
    expect(result).toMatchObject({ stderr: '', exitCode: 0 })
    expect(metricsOf(result)).toEqual([metric(name, target)])
  })

  it.each([
    ['--cpu=-1%', 'invalid percentage value: -1'],
    ['--cpu=1.5%', 'invalid percentage value: 1.5'],
    ['--cpu=9999999999%', 'invalid percentage value: 9999999999'],
    ['--cpu=500xyz', 'invalid resource cpu value: 500xyz'],
    ['--memory=512MiB', 'invalid resource memory value: 512MiB'],
    ['--memory= ', 'empty input'],
    [
      '--cpu=1000000',
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      '--memory=0.00001',
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    [
      '--memory=nan',
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])('refuses %s', async (flag, message) => {
    expect(await autoscale('1.36.3', flag)).toEqual({
      stdout: '',
      stderr: `error: ${message}\n`,
      exitCode: 1,
    })
  })

  const notice =
    "Flag --cpu-percent has been deprecated, Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).\n"

  it('takes both, CPU first', async () => {
    expect(metricsOf(await autoscale('1.36.3', '--memory=70%', '--cpu=60%'))).toEqual([
      metric('cpu', utilization(60)),
      metric('memory', utilization(70)),
    ])
  })

  it('says that --cpu-percent is deprecated, and takes it for what it was', async () => {
    const result = await autoscale('1.36.3', '--cpu-percent=50')
    expect(result).toMatchObject({ stderr: notice, exitCode: 0 })
    expect(metricsOf(result)).toEqual([metric('cpu', utilization(50))])
    expect(metricsOf(await autoscale('1.36.3', '--cpu-percent=0'))).toBeUndefined()
  })

  it('takes one of --cpu-percent and --cpu', async () => {
    expect(await autoscale('1.36.3', '--cpu-percent=50', '--cpu=50%')).toMatchObject({
      stderr: `${notice}error: --cpu-percent and --cpu are mutually exclusive\n`,
      exitCode: 1,
    })
  })
})

// Recorded from kubectl 1.33; the namespace by the source of 1.34 and 1.35.
describe('a dry run of the client', () => {
  const dry = ['autoscale', 'deploy', 'web', '--max=3', '--dry-run=client', '--save-config', '-n', 'default']
  it.each(['1.33.13', '1.36.3'])(
    'of %s says that it created, and keeps no configuration',
    async (release) => {
      expect((await run(release, dry)).stdout).toBe(
        'horizontalpodautoscaler.autoscaling/web created (dry run)\n',
      )
      expect((await run(release, [...dry, '-o', 'yaml'])).stdout).not.toContain('annotations')
    },
  )
  it.each([
    ['1.34.4', undefined],
    ['1.35.4', 'default'],
  ])('of %s has the namespace %s', async (release, namespace) => {
    const { stdout } = await run(release, [...dry, '-o', 'json'])
    expect((JSON.parse(stdout) as { metadata: { namespace?: string } }).metadata.namespace).toBe(namespace)
  })
})

describe('kubectl before 1.34', () => {
  it.each(['cpu', 'memory'])('has no --%s', async (flag) => {
    expect(await autoscale('1.33.13', `--${flag}=50%`)).toEqual({
      stdout: '',
      stderr: `error: unknown flag: --${flag}\nSee 'kubectl autoscale --help' for usage.\n`,
      exitCode: 1,
    })
  })

  it('takes --cpu-percent, zero as well, without a word', async () => {
    const result = await autoscale('1.33.13', '--cpu-percent=0')
    expect(result.stderr).toBe('')
    expect(metricsOf(result)).toEqual([metric('cpu', utilization(0))])
  })
})
