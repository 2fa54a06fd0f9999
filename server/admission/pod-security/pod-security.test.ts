import { describe, expect, it } from 'vitest'
import type { PodSpec } from '../../../api/core-v1.ts'
import { evaluate, reasonsText, violationsText } from './evaluate.ts'
import { exemptionWarning, type Level, policyOf } from './policy.ts'

const label = (mode: string): string => `pod-security.kubernetes.io/${mode}`

describe('policyOf', () => {
  it('warns of what is enforced unless told otherwise', () => {
    const { policy, errors } = policyOf({
      [label('enforce')]: 'baseline',
      [label('enforce-version')]: 'v1.25',
    })
    expect(errors).toEqual([])
    expect(policy.warn).toEqual({ level: 'baseline', version: 25 })
    expect(policy.audit.level).toBe('privileged')
  })

  it('enforces the strictest level where the label says nothing known', () => {
    const { policy, errors } = policyOf({ [label('enforce')]: 'nope', [label('warn-version')]: 'v1.01' })
    expect(policy.enforce.level).toBe('restricted')
    expect(policy.warn.level).toBe('privileged')
    expect(errors.map((e) => e.detail)).toEqual([
      'must be one of privileged, baseline, restricted',
      'must be "latest" or "v1.x"',
    ])
  })
})

const plain: PodSpec = { containers: [{ name: 'c', image: 'i' }] }
const check = (spec: PodSpec, level: Level, version?: number, minor = 36) =>
  evaluate({ level, version }, { metadata: {}, spec, relaxesUserNamespaces: false }, minor)

describe('evaluate', () => {
  it('tells all that a plain pod lacks for the restricted standard', () => {
    expect(check(plain, 'baseline')).toEqual([])
    expect(violationsText(check(plain, 'restricted'))).toBe(
      'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    )
  })

  it('takes the version of the standard, and no later one than the server knows', () => {
    expect(reasonsText(check(plain, 'restricted', 18))).toBe(
      'allowPrivilegeEscalation != false, runAsNonRoot != true',
    )
    const probing: PodSpec = {
      containers: [{ name: 'c', livenessProbe: { httpGet: { host: 'x', port: 1 } } }],
    }
    expect(reasonsText(check(probing, 'baseline'))).toBe('probe or lifecycle host')
    expect(check(probing, 'baseline', undefined, 33)).toEqual([])
  })

  it('names what sets a forbidden option', () => {
    const spec: PodSpec = {
      hostNetwork: true,
      hostPID: true,
      securityContext: { seLinuxOptions: { type: 'x', user: 'u' }, sysctls: [{ name: 'a', value: 'b' }] },
      containers: [
        { name: 'c', securityContext: { privileged: true, capabilities: { add: ['SYS_ADMIN', 'KILL'] } } },
        { name: 'd', securityContext: { privileged: true }, ports: [{ containerPort: 80, hostPort: 80 }] },
      ],
      volumes: [{ name: 'v', hostPath: { path: '/' } }],
    }
    expect(violationsText(check(spec, 'baseline'))).toBe(
      'non-default capabilities (container "c" must not include "SYS_ADMIN" in securityContext.capabilities.add), host namespaces (hostNetwork=true, hostPID=true), hostPath volumes (volume "v"), hostPort (container "d" uses hostPort 80), privileged (containers "c", "d" must not set securityContext.privileged=true), seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "x"; user may not be set), forbidden sysctls (a)',
    )
  })
})

describe('a configuration', () => {
  const level = (name: Level, version?: number) => ({ level: name, version })
  const defaults = { enforce: level('baseline'), audit: level('privileged'), warn: level('restricted') }

  it('says what is asked for where a namespace does not', () => {
    expect(policyOf(undefined, defaults).policy).toEqual(defaults)
    const labels = { 'pod-security.kubernetes.io/enforce-version': 'v1.25' }
    expect(policyOf(labels, defaults).policy).toEqual({ ...defaults, enforce: level('baseline', 25) })
  })

  // Recorded from kube-apiserver 1.36.3.
  it('warns of labels that an exempt namespace has in vain', () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
    expect(exemptionWarning('a', labels, defaults)).toBe(
      'namespace "a" is exempt from Pod Security, and the policy (enforce=restricted:latest) will be ignored',
    )
    expect(exemptionWarning('a', {}, defaults)).toBeUndefined()
  })
})
