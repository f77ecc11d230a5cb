import { describeEngine } from './describe-engine.ts'
import { WEBKIT } from './webkit.ts'

describeEngine(WEBKIT)
