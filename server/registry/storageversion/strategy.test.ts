import { describe, expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { storageVersionRules } from './strategy.ts'

const rules = new RulesAtWork(storageVersionRules, {
  traits: { group: 'internal.apiserver.k8s.io', namespaced: false },
})
const storageVersion = (status: object = {}) =>
  patched(
    {
      apiVersion: 'internal.apiserver.k8s.io/v1alpha1',
      kind: 'StorageVersion',
      metadata: { name: 'apps.deployments' },
      spec: {},
    },
    { status },
  )
const server = { apiServerID: 's', encodingVersion: 'v1', decodableVersions: ['v1', 'v1beta1'] }

describe('a StorageVersion', () => {
  it('is made without a status', () => {
    expect(rules.create(storageVersion({ storageVersions: [server] }))).toMatchObject({
      errors: [],
      object: { status: {} },
    })
  })

  it.each<[string, string[]]>([
    ['apps.deployments', []],
    ['nodot', ['name must be in the form of <group>.<resource>']],
  ])('named %s has the errors %j', (name, errors) => {
    expect(rules.nameErrors(name)).toEqual(errors)
  })

  const agreed = { commonEncodingVersion: 'v1' }
  it.each<[string, object, string[]]>([
    ['one server', { storageVersions: [server], ...agreed }, []],
    [
      'two that disagree',
      { storageVersions: [server, { ...server, apiServerID: 't', encodingVersion: 'v1beta1' }], ...agreed },
      [
        'status.commonEncodingVersion: Invalid value: "v1": should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet',
      ],
    ],
    [
      'no agreement told',
      { storageVersions: [server] },
      ['status.commonEncodingVersion: Invalid value: null: the common encoding version is v1'],
    ],
    [
      'one that cannot read what it writes',
      { storageVersions: [{ ...server, decodableVersions: ['v1beta1'] }], ...agreed },
      [
        'status.storageVersions[0].decodableVersions: Invalid value: ["v1beta1"]: decodableVersions must include encodingVersion v1',
      ],
    ],
    [
      'a server twice',
      { storageVersions: [server, server], ...agreed },
      ['status.storageVersions[1].apiServerID: Duplicate value: "s"'],
    ],
    [
      'one that serves what it cannot read',
      { storageVersions: [{ ...server, servedVersions: ['v2'] }], ...agreed },
      [
        'status.storageVersions[0].servedVersions[0]: Invalid value: "v2": individual served version : v2 must be included in decodableVersions : [v1 v1beta1]',
      ],
    ],
    [
      'a condition without a reason',
      { conditions: [{ type: 'AllEncodingVersionsEqual', status: 'True', message: 'm' }] },
      ['status[0].reason: Required value'],
    ],
  ])('has in its status %s, with these errors', (_, status, errors) => {
    const { object, errors: found } = rules.update(
      storageVersion(),
      { metadata: { labels: { a: 'b' } }, status },
      'status',
    )
    expect([found, object['status']]).toEqual([errors, status])
  })
})
