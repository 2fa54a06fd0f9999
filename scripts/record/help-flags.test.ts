import { expect, it } from 'vitest'
import { flagsInHelp } from './help-flags.ts'

// Lines of kube-apiserver 1.36 and kubelet 1.29; deprecations are cut short.
const help = `The Kubernetes API server validates and configures data
for the api objects which include pods, services and --others.

Usage:
  kube-apiserver [flags]

Generic flags:

      --advertise-address ip            The IP address on which to advertise the apiserver.
      --feature-gates mapStringBool     A set of key=value pairs. Options are:
                APIServerIdentity=true|false (BETA - default=true)
                WinOverlay=true|false (BETA - default=true) (DEPRECATED: This parameter should be set via the config file.)
      --max-requests-inflight int       This and --max-mutating-requests-inflight are summed (default 400)
      --shutdown-send-retry-after       If true the HTTP Server will continue listening
      --storage-media-type string       The media type to use. Supported media types: [application/json] (default "application/vnd.kubernetes.protobuf")
      --enforce-node-allocatable strings  A comma separated list of levels. (default [pods]) (DEPRECATED: This parameter should be set via the config file.)
  -v, --v Level                         number for the log level verbosity
      --version version[=true]          --version, --version=raw prints version information and quits
`

it('reads the flags that --help lists', () => {
  expect(flagsInHelp(help)).toEqual({
    'advertise-address': { type: 'ip' },
    'feature-gates': { type: 'mapStringBool', deprecated: true },
    'max-requests-inflight': { type: 'int', default: '400' },
    'shutdown-send-retry-after': { type: 'bool' },
    'storage-media-type': { type: 'string', default: 'application/vnd.kubernetes.protobuf' },
    'enforce-node-allocatable': { type: 'strings', default: '[pods]', deprecated: true },
    v: { type: 'Level', shorthand: 'v' },
    version: { type: 'version[=true]' },
  })
})

it('finds no flags in other text', () => {
  expect(flagsInHelp('Error: unknown flag: --hepl\nSee kubelet --help\n')).toEqual({})
})
