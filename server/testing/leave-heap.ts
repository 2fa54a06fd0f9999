// Set up for all tests: many share one process, and each collection would look at what all of them hold.
import { leaveHeap } from '../endpoints/spare-memory.ts'

leaveHeap()
