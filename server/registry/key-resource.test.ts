import { expect, it } from 'vitest'
import { Release } from '../../component-base/release.ts'
import { resolveResourceSet } from '../endpoints/discovery/resource-set.ts'
import { keyResources } from './key-resource.ts'
