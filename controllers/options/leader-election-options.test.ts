import { describe, expect, it } from 'vitest'
import { parseRelease } from '../../component-base/release.ts'
import { ControllerManagerStartError, readControlPlane } from './control-plane-flags.ts'
import { leaderElectionErrors, resourceLockError } from './leader-election-options.ts'
import { prepareControllerManager } from './prepare-controller-manager.ts'
import { readSchedulerFile } from './scheduler-configuration.ts'
import { readSchedulerFiles } from './server-access.ts'

const silent = { log: () => {}, logS: () => {} }

describe('the flags of leader election', () => {
  it.each(['1.24', '1.29', '1.31', '1.36'])('are those of kube-controller-manager %s', (release) => {
    const of = (...args: string[]) =>
      prepareControllerManager(args, { release: parseRelease(release), logger: silent }).leaderElection
    const defaults = {
      leaderElect: true,
      leaseDuration: 15_000,
      renewDeadline: 10_000,
      retryPeriod: 2000,
      resourceLock: 'leases',
      resourceName: 'kube-controller-manager',
      resourceNamespace: 'kube-system',
    }
    expect(of()).toEqual(defaults)
    expect(
      of('--leader-elect=false', '--leader-elect-lease-duration=1m', '--leader-elect-resource-name=x'),
    ).toEqual({
      ...defaults,
      leaderElect: false,
      leaseDuration: 60_000,
      resourceName: 'x',
    })
  })

  it.each([
    ['1.27', 'endpoints', 'endpoints lock is removed, migrate to endpointsleases'],
    ['1.27', 'endpointsleases', undefined],
    ['1.30', 'configmaps', 'configmaps lock is removed, migrate to configmapsleases (using version v0.27.x)'],
    ['1.30', 'configmapsleases', 'configmapsleases lock is removed, migrated to leases'],
    ['1.36', 'endpoints', 'endpoints lock is removed, migrate to leases'],
    ['1.36', '__proto__', 'Invalid lock-type __proto__'],
    ['1.36', 'leases', undefined],
  ])('%s has a lock of %s: %s', (release, resourceLock, error) => {
    expect(resourceLockError({ resourceLock } as never, parseRelease(release).minor)).toBe(error)
  })
})

const scheduler = (text: string, ...args: string[]) => {
  const release = parseRelease('1.36')
  const { parsed } = readControlPlane('kube-scheduler', ['--config=f', ...args], { release, logger: silent })
  return readSchedulerFiles(parsed, {
    component: 'kube-scheduler',
    release,
    logger: silent,
    readFile: () => text,
  })
}

const configuration = (more: string): string =>
  `apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n${more}`

describe('a KubeSchedulerConfiguration', () => {
  it('says how the leader is elected, and the command line says it before', () => {
    const text = configuration(
      'leaderElection: {leaderElect: true, leaseDuration: 30s, retryPeriod: 1s, resourceName: ""}\nclientConnection: {kubeconfig: /k}\nprofiles: [{schedulerName: mine}]',
    )
    expect(scheduler(text, '--leader-elect-retry-period=3s', '--leader-elect=false')).toMatchObject({
      kubeconfig: '/k',
      schedulerName: 'mine',
      leaderElection: {
        leaderElect: false,
        leaseDuration: 30_000,
        renewDeadline: 10_000,
        retryPeriod: 3000,
        resourceName: 'kube-scheduler',
      },
    })
  })

  it.each([
    [
      'leaderElection: {leaseDuration: 1s}',
      'leaderElection.leaseDuration: Invalid value: "10s": must be greater than `RenewDeadline`',
    ],
    [
      'leaderElection: {leaseDuration: 5}',
      'json: cannot unmarshal number into Go struct field LeaderElectionConfiguration.leaderElection.leaseDuration of type string',
    ],
    ['leaderElection: {leaseDuration: soon}', 'time: invalid duration "soon"'],
    [
      'leaderElection: {leaderElect: maybe}',
      'json: cannot unmarshal string into Go struct field LeaderElectionConfiguration.leaderElection.leaderElect of type bool',
    ],
    ['bogus: 1', 'strict decoding error: unknown field "bogus"'],
    [
      'extenders: [{prioritizeVerb: p}]',
      'extenders[0].weight: Invalid value: 0: must have a positive weight applied to it',
    ],
    [
      'profiles: [{pluginConfig: [{name: DefaultPreemption, args: {bogus: 1}}]}]',
      'strict decoding error: decoding .profiles[0].pluginConfig[0]: strict decoding error: decoding args for plugin DefaultPreemption: strict decoding error: unknown field "bogus"',
    ],
    ['profiles: [{schedulerName: a}, {schedulerName: a}]', 'profiles[1].schedulerName: Duplicate value: {}'],
  ])('is refused with %s', (more, message) => {
    expect(() => scheduler(configuration(more))).toThrow(new ControllerManagerStartError(message))
  })

  it('is of its kind', () => {
    expect(() => readSchedulerFile('kind: Pod\napiVersion: v1', parseRelease('1.36'))).toThrow(
      'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    )
    expect(() => readSchedulerFile('- 1', parseRelease('1.36'))).toThrow(
      'json: cannot unmarshal array into Go value of type',
    )
  })

  it.each([
    [25, []],
    [
      26,
      [
        'leaderElection.leaseDuration: Invalid value: v1.Duration{Duration:15000000000}: LeaseDuration must be greater than RenewDeadline',
      ],
    ],
  ])('of 1.%i takes equal times: %j', (minor, errors) => {
    const equal = { leaderElect: true, leaseDuration: 15_000, renewDeadline: 15_000, retryPeriod: 1 }
    expect(leaderElectionErrors(equal as never, minor)).toEqual(errors)
  })
})
