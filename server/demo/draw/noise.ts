import { clamp } from './math.ts'

/** A number from 0 to 1 for a cell of space: the same one on every run, so that every picture can be drawn again. */
export function hash(x: number, y: number, z: number): number {
  let h = Math.imul(x, 0x8da6b343) ^ Math.imul(y, 0xd8163841) ^ Math.imul(z, 0xcb1ab31f)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296
}

/** Smooth noise from -1 to 1 whose hills are about one unit wide. */
export function noise(x: number, y: number, z: number): number {
  const ix = Math.floor(x)
  const iy = Math.floor(y)
  const iz = Math.floor(z)
  const u = ease(x - ix)
  const v = ease(y - iy)
  const w = ease(z - iz)
  const near = plane(ix, iy, iz, u, v)
  const far = plane(ix, iy, iz + 1, u, v)
  return (near + (far - near) * w) * 2 - 1
}

/** Noise of several sizes on top of each other: clouds, clay, the drift of a glaze. */
export function layeredNoise(x: number, y: number, z: number, layers: number): number {
  let sum = 0
  let weight = 0.5
  let size = 1
  for (let layer = 0; layer < layers; layer += 1) {
    sum += noise(x * size + layer * 17.3, y * size, z * size - layer * 9.1) * weight
    weight *= 0.5
    size *= 2.03
  }
  return sum
}

/**
 * Scattered round specks, as iron leaves them in a glaze: 1 in the heart of a speck, 0 between them.
 * @param share of the cells of size 1 that hold a speck
 */
export function specks(x: number, y: number, z: number, share: number, radius: number): number {
  let strongest = 0
  const bx = Math.floor(x - 0.5)
  const by = Math.floor(y - 0.5)
  const bz = Math.floor(z - 0.5)
  for (let cell = 0; cell < 8; cell += 1) {
    const ix = bx + (cell & 1)
    const iy = by + ((cell >> 1) & 1)
    const iz = bz + (cell >> 2)
    if (hash(ix, iy, iz) > share) continue
    const size = radius * (0.35 + 0.65 * hash(ix + 71, iy, iz) ** 2)
    const dx = x - ix - 0.3 - 0.4 * hash(ix, iy + 71, iz)
    const dy = y - iy - 0.3 - 0.4 * hash(ix, iy, iz + 71)
    const dz = z - iz - 0.3 - 0.4 * hash(ix + 37, iy + 37, iz)
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    strongest = Math.max(strongest, clamp((size - distance) / (size * 0.55)))
  }
  return strongest
}

function plane(ix: number, iy: number, iz: number, u: number, v: number): number {
  const a = hash(ix, iy, iz)
  const b = hash(ix + 1, iy, iz)
  const c = hash(ix, iy + 1, iz)
  const d = hash(ix + 1, iy + 1, iz)
  const front = a + (b - a) * u
  return front + (c + (d - c) * u - front) * v
}

const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)
