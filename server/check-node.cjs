// Ends the process if Node is too old. It is plain JavaScript and loaded before everything else, because an old version
// fails at the first TypeScript file, or at recent syntax in the build, with a stack that does not say why.
const MINIMUM = 24

const { version, execPath, exit } = process
if (parseInt(version.slice(1), 10) < MINIMUM) {
  console.error(`Vitrine needs Node.js ${MINIMUM} or newer, but ${execPath} is ${version}.`)
  exit(1)
}
