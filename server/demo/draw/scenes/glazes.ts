import { stoneware, type StonewareOptions } from '../materials/stoneware.ts'
import type { Material } from '../materials/material.ts'

/** The glazes of the house, so that a colour is the same one on every form. */
const RECIPES = {
  chalk: { glaze: '#e6dfd1', edge: '#b07c50', specks: 0.14, roughness: 0.3 },
  oat: { glaze: '#cdb994', edge: '#98663d', specks: 0.3, roughness: 0.36 },
  tenmoku: { glaze: '#2a1a14', edge: '#9a4f22', specks: 0, roughness: 0.16, drift: 0.9, body: '#7b5a46' },
  celadon: { glaze: '#a3b5a3', edge: '#c3c9ae', specks: 0.05, roughness: 0.18, drift: 0.6, body: '#c1ad97' },
  ochre: { glaze: '#bd8a3f', edge: '#7c4a1c', specks: 0.2, roughness: 0.34, drift: 0.8 },
  rust: { glaze: '#8f4327', edge: '#4a261a', specks: 0.14, roughness: 0.44, drift: 0.9, body: '#8d6248' },
  moss: { glaze: '#66694a', edge: '#a08a55', specks: 0.22, roughness: 0.4, drift: 0.9, body: '#a5855f' },
  night: { glaze: '#27384d', edge: '#7f7259', specks: 0.1, roughness: 0.22, drift: 0.8 },
  slate: { glaze: '#484a4b', edge: '#6f6456', specks: 0.1, roughness: 0.55, drift: 0.5, body: '#6a5b50' },
} as const satisfies Record<string, StonewareOptions>

export type GlazeName = keyof typeof RECIPES

export function glazed(name: GlazeName, seed: number, changes: Partial<StonewareOptions> = {}): Material {
  return stoneware({ ...RECIPES[name], seed, ...changes })
}
