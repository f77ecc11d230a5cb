// The modules of the main script: those of `main.tsx`, and what most pages show. A request costs more than their bytes.
import './main.tsx'
import './components/breadcrumb.tsx'
import './components/categories.tsx'
import './components/price.tsx'
import './components/product-card.tsx'
import './widgets/dropdown/dropdown.tsx'
import '../shared/urls.ts'
