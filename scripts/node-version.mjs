/** Node version check: imported first, so that an old Node gets one sentence before anything else can fail. */
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Causeway needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
