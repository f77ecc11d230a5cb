import { countInArabic } from '../plural-forms.ts'
import type { ServerTexts } from './en.ts'

export const texts: ServerTexts = {
  order: {
    names: { packSize: 'حجم العبوة', minimumQuantity: 'الحد الأدنى للكمية', leadTime: 'مدة التسليم' },
    days: (last, text) =>
      // The words for one and two days have no number, so those of a range are written with it.
      text === String(last)
        ? countInArabic(last, text, { one: 'يوم واحد', two: 'يومان', few: 'أيام', many: 'يومًا', other: 'يوم' })
        : `${text} ${last <= 10 ? 'أيام' : 'يومًا'}`,
    packs: (size) => `يُباع في عبوات، عدد القطع في كل منها: ${size}.`,
    minimum: (quantity) => `الحد الأدنى لعدد القطع هو ${quantity}.`,
    packsAndMinimum: (size, quantity) => `يُباع في عبوات، عدد القطع في كل منها: ${size}، والحد الأدنى: ${quantity}.`,
    next: 'كمية مناسبة: {quantity}.',
    use: 'استخدام {quantity}',
    returned: 'بعض الكميات لا تناسب العبوات. يرجى تغييرها أو إرسال الاستفسار كما هو.',
  },
  discontinued: {
    state: 'متوقف',
    notice: 'لم يعد هذا المنتج متوفرًا.',
    successor: 'المنتج البديل',
    equivalents: 'مكافئ لـ',
    replaces: 'يحل محل',
  },
  mail: {
    link: 'صفحة المنتج',
    ownerSubject: (reference) => `استفسار ${reference}`,
    visitorSubject: (reference, siteName) => `استفسارك ${reference} إلى ${siteName}`,
    thanks: 'شكرًا على استفسارك. سنجيبك بالبريد الإلكتروني أو بالهاتف.',
    lookUp: 'يمكنك استخدام الرقم المرجعي لمعرفة حالة استفسارك:',
    copy: 'استفسارك:',
    reason: (siteName) =>
      `وصلتك هذه الرسالة لأن عنوانك أُدخل في نموذج الاستفسار لدى ${siteName}. إن لم تكن أنت من فعل ذلك، فيرجى تجاهل الرسالة.`,
  },
  sheet: {
    sheet: 'نسخة للطباعة',
    code: 'رمز QR بعنوان هذا المنتج',
    print: 'طباعة',
    back: 'العودة إلى المنتج',
    family: 'متوفر بالمقاسات',
    more: (count, url) => `${count} أخرى على ${url}`,
  },
  pastedList: {
    heading: 'لصق قائمة',
    hint: 'أرقام الأصناف والكميات، منتج واحد في كل سطر، كما في جدول بيانات أو رسالة.',
    example: 'على سبيل المثال: {one} أو {other}',
    text: 'قائمتك',
    file: 'أو ملف CSV',
    find: 'البحث عن المنتجات',
    searching: 'جارٍ البحث عن القائمة. الأسطر المنجزة: {done}.',
    found: 'تم العثور على {found} من {all}',
    check: 'مراجعة الأسطر',
    line: 'السطر',
    lookUp: 'بحث',
    lookUpAgain: 'البحث عن الأسطر المعدلة',
    product: 'المنتج',
    choose: 'يرجى الاختيار',
    asText: 'إضافة إلى رسالتي',
    leaveOut: 'استبعاد',
    states: {
      found: 'تم العثور عليه',
      several: 'هناك عدة منتجات مطابقة',
      similar: 'لم يتم العثور عليه. يمكن اختيار منتج مشابه.',
      missing: 'لم يتم العثور عليه',
    },
    search: 'الانتقال إلى البحث',
    unclear: 'الكمية غير واضحة: {quantity}',
    noQuantity: 'لا توجد كمية في هذا السطر',
    chooseProduct: 'يرجى اختيار منتج أو إضافة السطر إلى رسالتك.',
    add: 'أضف إلى القائمة',
    discard: 'تجاهل',
    added: 'أُضيف إلى القائمة: {products}. أُضيف إلى رسالتك: {lines}.',
    left: 'بانتظار القرار: {lines}',
    messageFull: 'رسالتك ممتلئة. يرجى استبعاد أسطر أو اختصارها.',
    empty: 'يرجى لصق قائمة أو اختيار ملف يحتوي عليها.',
    tooLong: 'القائمة طويلة جدًا. الحد الأقصى هو {kilobytes} كيلوبايت.',
    cut: 'القائمة طويلة جدًا. عدد الأسطر التي قُرئت: {lines}.',
    failed: 'تعذّر البحث عن القائمة. ما زالت هنا. يرجى المحاولة مرة أخرى بعد قليل.',
    tooMany: 'لقد بحثت عن قوائم كثيرة في وقت قصير. يرجى المحاولة مرة أخرى بعد دقيقة.',
  },
  takeAway: {
    download: 'تنزيل بصيغة CSV',
    copy: 'نسخ كخلايا',
    copied: 'تم النسخ. يمكنك لصق الخلايا في جدول بيانات.',
    notCopied: 'لم يسمح المتصفح بالنسخ. يرجى تنزيل الملف بدلًا من ذلك.',
    address: 'العنوان',
    list: 'qaimat-al-istifsar',
    comparison: 'muqarana',
    useAgain: 'ضع هذه المنتجات في قائمة الاستفسار',
  },
  family: {
    family: 'العائلة',
    rows: 'الصفوف',
    modes: { rows: 'العائلات', products: 'المنتجات' },
    rowCount: (count, text) =>
      countInArabic(count, text, { one: 'صف واحد', two: 'صفان', few: 'صفوف', many: 'صفًا', other: 'صف' }),
    sizeCount: (count, text) =>
      countInArabic(count, text, { one: 'مقاس واحد', two: 'مقاسان', few: 'مقاسات', many: 'مقاسًا', other: 'مقاس' }),
    to: 'إلى',
    inStock: (count, all) => `${count} من ${all} متوفر`,
  },
}
