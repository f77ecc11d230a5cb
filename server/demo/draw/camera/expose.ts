import type { Camera } from './camera.ts'
import { paperTooth, type Look, type Shader } from './shade.ts'
import type { Rgb } from '../math.ts'
import { hash } from '../noise.ts'
import { Ray } from '../shape/ray.ts'

/** Light as it fell on the film: linear, three numbers for each pixel. */
export interface Exposure {
  readonly width: number
  readonly height: number
  readonly light: Float32Array
}

const EDGE_SAMPLES = 7
const CONTRAST = 0.045

/**
 * Takes the picture: one look through every pixel, and several more wherever neighbours differ,
 * so that outlines and specks are smooth and calm surfaces cost little.
 */
export function expose(camera: Camera, shader: Shader, width: number, height: number, samples: number): Exposure {
  const light = new Float32Array(width * height * 3)
  const solids = new Int16Array(width * height)
  const numbers = new Map(shader.scene.solids.map((solid, index) => [solid, index + 1]))
  const ray = new Ray()
  const lookAt = (x: number, y: number, seed: number, count: number): Look => {
    camera.aim(ray, x / width, y / height)
    const seen = shader.look(ray, seed, count)
    if (seen.solid) return seen
    const tooth = paperTooth(x / height, y / height)
    return { ...seen, light: [seen.light[0] * tooth, seen.light[1] * tooth, seen.light[2] * tooth] }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const seen = lookAt(x + 0.5, y + 0.5, seedOf(x, y), samples)
      put(light, y * width + x, seen.light)
      solids[y * width + x] = seen.solid ? numbers.get(seen.solid)! : 0
    }
  }
  const edges = findEdges(light, solids, width, height)
  edges.forEach((isEdge, cell) => {
    if (!isEdge) return
    const x = cell % width
    const y = Math.floor(cell / width)
    let sum: Rgb = [0, 0, 0]
    for (let sample = 0; sample < EDGE_SAMPLES; sample += 1) {
      const dx = (0.5 + sample * 0.7548776662) % 1
      const dy = (0.5 + sample * 0.569840291) % 1
      const seen = lookAt(x + dx, y + dy, (seedOf(x, y) + sample * 0.618) % 1, Math.ceil(samples / 4)).light
      // Blinding highlights are held back, or their outline would stay jagged.
      sum = [sum[0] + Math.min(seen[0], 2.5), sum[1] + Math.min(seen[1], 2.5), sum[2] + Math.min(seen[2], 2.5)]
    }
    put(light, cell, [sum[0] / EDGE_SAMPLES, sum[1] / EDGE_SAMPLES, sum[2] / EDGE_SAMPLES])
  })
  return { width, height, light }
}

function findEdges(light: Float32Array, solids: Int16Array, width: number, height: number): Uint8Array {
  const edges = new Uint8Array(width * height)
  const brightness = (cell: number): number => Math.sqrt(Math.min(1.5, light[cell * 3]! * 0.3 + light[cell * 3 + 1]! * 0.6 + light[cell * 3 + 2]! * 0.1))
  const compare = (cell: number, other: number): void => {
    const differs = solids[cell] !== solids[other] || Math.abs(brightness(cell) - brightness(other)) > CONTRAST
    if (!differs) return
    edges[cell] = 1
    edges[other] = 1
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const cell = y * width + x
      if (x + 1 < width) compare(cell, cell + 1)
      if (y + 1 < height) compare(cell, cell + width)
    }
  }
  return edges
}

function put(light: Float32Array, cell: number, value: Rgb): void {
  light[cell * 3] = value[0]
  light[cell * 3 + 1] = value[1]
  light[cell * 3 + 2] = value[2]
}

const seedOf = (x: number, y: number): number => hash(x, y, 0)
