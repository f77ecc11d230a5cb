import { basisAround, dot, type MutableRgb, type Rgb, type Vec3 } from '../math.ts'
import { Surface } from '../materials/material.ts'
import { Ray } from '../shape/ray.ts'
import { Hit, type Scene } from '../shape/scene.ts'
import { SurfacePoint, type Solid } from '../shape/solid.ts'
import { scatter, shift, type PointSet } from '../sampling.ts'
import { LightMap } from './light-map.ts'
import type { Studio } from './studio.ts'

const COLUMNS = 52
const FAR = 1e6

/** A surface with a light map, place by place. */
interface Receiver {
  readonly map: LightMap
  readonly places: readonly (readonly [place: Vec3, normal: Vec3])[]
  readonly albedo: Float32Array
  readonly emission: Float32Array
}

interface BakeQuality {
  readonly direct: number
  readonly gather: number
}

/**
 * Works out the light on everything before a picture is taken: first what comes from the softboxes, with soft shadows,
 * then, pass by pass, what surfaces send to one another. The colour of a bowl tints the paper next to it this way.
 */
export function bakeLight(scene: Scene, studio: Studio, quality: BakeQuality): void {
  const receivers = [receivePaper(studio), ...scene.solids.map(receiveSolid)]
  const direct = receivers.map((receiver) => {
    const light = gatherDirect(receiver, scene, studio, quality.direct)
    receiver.map.irradiance.set(light)
    return light
  })
  receivers.forEach(sendOn)
  for (let pass = 0; pass < 3; pass += 1) {
    const indirect = receivers.map((receiver, index) => (pass === 2 && index === 0 ? undefined : gatherIndirect(receiver, scene, studio, quality.gather)))
    receivers.forEach((receiver, index) => {
      const bounced = indirect[index]
      if (bounced) receiver.map.irradiance.forEach((_, cell, values) => (values[cell] = direct[index]![cell]! + bounced[cell]!))
      sendOn(receiver)
    })
  }
}

function receivePaper(studio: Studio): Receiver {
  const map = studio.light
  const places = Array.from({ length: map.rows * map.columns }, (_, cell) => studio.describe(Math.floor(cell / map.columns), cell % map.columns))
  const albedo = new Float32Array(places.length * 3)
  albedo.forEach((_, cell) => (albedo[cell] = studio.paper[cell % 3]!))
  return { map, places, albedo, emission: new Float32Array(albedo.length) }
}

function receiveSolid(solid: Solid): Receiver {
  const map = new LightMap(solid.profile.count, COLUMNS, true)
  solid.light = map
  const point = new SurfacePoint()
  const cells = map.rows * map.columns
  const places: [Vec3, Vec3][] = []
  const albedo = new Float32Array(cells * 3)
  const emission = new Float32Array(cells * 3)
  const surface = new Surface()
  const lift = solid.grid.cell * 0.9
  for (let cell = 0; cell < cells; cell += 1) {
    const place = solid.describeRow(Math.floor(cell / COLUMNS), (((cell % COLUMNS) + 0.5) / COLUMNS) * 2 * Math.PI - Math.PI, point)
    const { normal } = point
    places.push([[place[0] + normal[0] * lift, place[1] + normal[1] * lift, place[2] + normal[2] * lift], normal])
    surface.emission = [0, 0, 0]
    solid.material.paint(point, surface)
    // Seen from a matt neighbour a metal is as good as a matt surface of its colour.
    const colour = solid.material.isMetal ? surface.mirror : surface.albedo
    for (let channel = 0; channel < 3; channel += 1) {
      albedo[cell * 3 + channel] = colour[channel]! * (solid.material.isMetal ? 0.75 : 1)
      emission[cell * 3 + channel] = surface.emission[channel]!
    }
  }
  return { map, places, albedo, emission }
}

function sendOn({ map, albedo, emission }: Receiver): void {
  map.radiosity.forEach((_, cell, values) => (values[cell] = map.irradiance[cell]! * albedo[cell]! + emission[cell]!))
}

function gatherDirect({ map, places }: Receiver, scene: Scene, studio: Studio, count: number): Float32Array {
  const out = new Float32Array(places.length * 3)
  const sets = studio.lights.map((_, index) => scatter(index === 0 ? count : Math.ceil(count / 4)))
  const ray = new Ray()
  ray.isCoarse = true
  places.forEach(([place, normal], cell) => {
    const [du, dv] = offsetOf(cell, map.columns)
    studio.lights.forEach((light, index) => {
      const set = sets[index]!
      let sum = 0
      for (let sample = 0; sample < set.count; sample += 1) {
        const u = shift(set.u[sample]!, du / set.count) * 2 - 1
        const v = shift(set.v[sample]!, dv) * 2 - 1
        const x = light.centre[0] + light.right[0] * u + light.up[0] * v - place[0]
        const y = light.centre[1] + light.right[1] * u + light.up[1] * v - place[1]
        const z = light.centre[2] + light.right[2] * u + light.up[2] * v - place[2]
        const squared = x * x + y * y + z * z
        const distance = Math.sqrt(squared)
        ray.x = place[0]
        ray.y = place[1]
        ray.z = place[2]
        ray.dx = x / distance
        ray.dy = y / distance
        ray.dz = z / distance
        const received = ray.dx * normal[0] + ray.dy * normal[1] + ray.dz * normal[2]
        const sent = -(ray.dx * light.normal[0] + ray.dy * light.normal[1] + ray.dz * light.normal[2])
        if (received <= 0 || sent <= 0) continue
        sum += ((received * sent) / squared) * scene.transmittance(ray, 0, distance)
      }
      const strength = (sum * light.area) / set.count / Math.PI
      for (let channel = 0; channel < 3; channel += 1) out[cell * 3 + channel]! += strength * light.radiance[channel]!
    })
  })
  map.smooth(out)
  return out
}

function gatherIndirect({ map, places }: Receiver, scene: Scene, studio: Studio, count: number): Float32Array {
  const out = new Float32Array(places.length * 3)
  const set = scatter(count)
  const ray = new Ray()
  ray.isCoarse = true
  const hit = new Hit()
  const point = new SurfacePoint()
  const seen: MutableRgb = [0, 0, 0]
  places.forEach(([place, normal], cell) => {
    const [du, dv] = offsetOf(cell, map.columns)
    const [right, up] = basisAround(normal)
    ray.x = place[0]
    ray.y = place[1]
    ray.z = place[2]
    for (let sample = 0; sample < set.count; sample += 1) {
      aim(ray, set, sample, du, dv, right, up, normal)
      const light = lookAround(ray, scene, studio, hit, point, seen)
      for (let channel = 0; channel < 3; channel += 1) out[cell * 3 + channel]! += light[channel]! / count
    }
  })
  map.smooth(out)
  return out
}

/** Points the ray at a sample of the hemisphere; directions near the normal are likelier, as they count for more. */
function aim(ray: Ray, set: PointSet, sample: number, du: number, dv: number, right: Vec3, up: Vec3, normal: Vec3): void {
  const squared = shift(set.u[sample]!, du / set.count)
  const radius = Math.sqrt(squared)
  const angle = shift(set.v[sample]!, dv) * 2 * Math.PI
  const a = radius * Math.cos(angle)
  const b = radius * Math.sin(angle)
  const c = Math.sqrt(1 - squared)
  ray.dx = right[0] * a + up[0] * b + normal[0] * c
  ray.dy = right[1] * a + up[1] * b + normal[1] * c
  ray.dz = right[2] * a + up[2] * b + normal[2] * c
}

function lookAround(ray: Ray, scene: Scene, studio: Studio, hit: Hit, point: SurfacePoint, seen: MutableRgb): Rgb {
  scene.trace(ray, 0, FAR, hit)
  const { solid } = hit
  if (solid?.light) {
    solid.describe(ray.x + ray.dx * hit.distance, ray.y + ray.dy * hit.distance, ray.z + ray.dz * hit.distance, point)
    // The back of a surface: the ray began below another one.
    if (dot(point.normal, [ray.dx, ray.dy, ray.dz]) > 0.2) return BLACK
    solid.light.read(solid.light.radiosity, point.row, columnAt(point.angle), seen)
    return seen
  }
  const paper = studio.meetPaper(ray)
  if (!paper) return studio.room(ray.dy)
  studio.light.read(studio.light.radiosity, paper[1], paper[2], seen)
  return seen
}

/** The column of a solid's light map at an angle. */
export function columnAt(angle: number): number {
  return ((angle + Math.PI) / (2 * Math.PI)) * COLUMNS - 0.5
}

/** Four patterns by turns, which smoothing blends to one with four times the samples. */
function offsetOf(cell: number, columns: number): readonly [number, number] {
  const pattern = (cell % 2) + 2 * (Math.floor(cell / columns) % 2)
  return [pattern * 0.25, (pattern * 0.618 + 0.11) % 1]
}

const BLACK: Rgb = [0, 0, 0]
