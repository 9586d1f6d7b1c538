"""The numbers of DWARF's words, by the beginning of their names, as the standard and its extensions
define them."""

from __future__ import annotations

from functools import cache

_WORDS = {
    "DW_TAG_": """
        null=0 array_type=1 class_type=2 entry_point=3 enumeration_type=4 formal_parameter=5
        imported_declaration=8 label=a lexical_block=b member=d pointer_type=f reference_type=10
        compile_unit=11 string_type=12 structure_type=13 subroutine_type=15 typedef=16
        union_type=17 unspecified_parameters=18 variant=19 common_block=1a common_inclusion=1b
        inheritance=1c inlined_subroutine=1d module=1e ptr_to_member_type=1f set_type=20
        subrange_type=21 with_stmt=22 access_declaration=23 base_type=24 catch_block=25
        const_type=26 constant=27 enumerator=28 file_type=29 friend=2a namelist=2b
        namelist_item=2c packed_type=2d subprogram=2e template_type_parameter=2f
        template_value_parameter=30 thrown_type=31 try_block=32 variant_part=33 variable=34
        volatile_type=35 dwarf_procedure=36 restrict_type=37 interface_type=38 namespace=39
        imported_module=3a unspecified_type=3b partial_unit=3c imported_unit=3d condition=3f
        shared_type=40 type_unit=41 rvalue_reference_type=42 template_alias=43 coarray_type=44
        generic_subrange=45 dynamic_type=46 atomic_type=47 call_site=48 call_site_parameter=49
        skeleton_unit=4a immutable_type=4b MIPS_loop=4081 HP_array_descriptor=4081
        format_label=4101 function_template=4102 class_template=4103 GNU_BINCL=4104
        GNU_EINCL=4105 GNU_template_template_param=4106 GNU_template_parameter_pack=4107
        GNU_formal_parameter_pack=4108 GNU_call_site=4109 GNU_call_site_parameter=410a
        APPLE_property=4200 SUN_function_template=4201 SUN_class_template=4202
        SUN_struct_template=4203 SUN_union_template=4204 SUN_indirect_inheritance=4205
        SUN_codeflags=4206 SUN_memop_info=4207 SUN_omp_child_func=4208 SUN_rtti_descriptor=4209
        SUN_dtor_info=420a SUN_dtor=420b SUN_f90_interface=420c SUN_fortran_vax_structure=420d
        SUN_hi=42ff LLVM_ptrauth_type=4300 ALTIUM_circ_type=5101 ALTIUM_mwa_circ_type=5102
        ALTIUM_rev_carry_type=5103 ALTIUM_rom=5111 LLVM_annotation=6000 GHS_namespace=8004
        GHS_using_namespace=8005 GHS_using_declaration=8006 GHS_template_templ_param=8007
        UPC_shared_type=8765 UPC_strict_type=8766 UPC_relaxed=8767 PGI_kanji_type=a000
        PGI_interface_block=a020 BORLAND_property=b000 BORLAND_Delphi_string=b001
        BORLAND_Delphi_dynamic_array=b002 BORLAND_Delphi_set=b003 BORLAND_Delphi_variant=b004
    """,
    "DW_LANG_": """
        C89=1 C=2 Ada83=3 C_plus_plus=4 Cobol74=5 Cobol85=6 Fortran77=7 Fortran90=8 Pascal83=9
        Modula2=a Java=b C99=c Ada95=d Fortran95=e PLI=f ObjC=10 ObjC_plus_plus=11 UPC=12 D=13
        Python=14 OpenCL=15 Go=16 Modula3=17 Haskell=18 C_plus_plus_03=19 C_plus_plus_11=1a
        OCaml=1b Rust=1c C11=1d Swift=1e Julia=1f Dylan=20 C_plus_plus_14=21 Fortran03=22
        Fortran08=23 RenderScript=24 BLISS=25 Kotlin=26 Zig=27 Crystal=28 C_plus_plus_17=2a
        C_plus_plus_20=2b C17=2c Fortran18=2d Ada2005=2e Ada2012=2f HIP=30 Assembly=31
        C_sharp=32 Mojo=33 GLSL=34 GLSL_ES=35 HLSL=36 OpenCL_CPP=37 CPP_for_OpenCL=38 SYCL=39
        Metal=3d Ruby=40 Move=41 Hylo=42 Mips_Assembler=8001 GOOGLE_RenderScript=8e57
        BORLAND_Delphi=b000
    """,
    "DW_ATE_": """
        address=1 boolean=2 complex_float=3 float=4 signed=5 signed_char=6 unsigned=7
        unsigned_char=8 imaginary_float=9 packed_decimal=a numeric_string=b edited=c
        signed_fixed=d unsigned_fixed=e decimal_float=f UTF=10 UCS=11 ASCII=12 ALTIUM_fract=80
        ALTIUM_accum=81 HP_complex_float=81 HP_float128=82 HP_complex_float128=83
        HP_floathpintel=84 HP_imaginary_float90=85 HP_imaginary_float128=86
        SUN_imaginary_float=86
    """,
    "DW_OP_": """
        addr=3 deref=6 const1u=8 const1s=9 const2u=a const2s=b const4u=c const4s=d const8u=e
        const8s=f constu=10 consts=11 dup=12 drop=13 over=14 pick=15 swap=16 rot=17 xderef=18
        abs=19 and=1a div=1b minus=1c mod=1d mul=1e neg=1f not=20 or=21 plus=22 plus_uconst=23
        shl=24 shr=25 shra=26 xor=27 bra=28 eq=29 ge=2a gt=2b le=2c lt=2d ne=2e skip=2f lit0=30
        lit1=31 lit2=32 lit3=33 lit4=34 lit5=35 lit6=36 lit7=37 lit8=38 lit9=39 lit10=3a
        lit11=3b lit12=3c lit13=3d lit14=3e lit15=3f lit16=40 lit17=41 lit18=42 lit19=43
        lit20=44 lit21=45 lit22=46 lit23=47 lit24=48 lit25=49 lit26=4a lit27=4b lit28=4c
        lit29=4d lit30=4e lit31=4f reg0=50 reg1=51 reg2=52 reg3=53 reg4=54 reg5=55 reg6=56
        reg7=57 reg8=58 reg9=59 reg10=5a reg11=5b reg12=5c reg13=5d reg14=5e reg15=5f reg16=60
        reg17=61 reg18=62 reg19=63 reg20=64 reg21=65 reg22=66 reg23=67 reg24=68 reg25=69
        reg26=6a reg27=6b reg28=6c reg29=6d reg30=6e reg31=6f breg0=70 breg1=71 breg2=72
        breg3=73 breg4=74 breg5=75 breg6=76 breg7=77 breg8=78 breg9=79 breg10=7a breg11=7b
        breg12=7c breg13=7d breg14=7e breg15=7f breg16=80 breg17=81 breg18=82 breg19=83
        breg20=84 breg21=85 breg22=86 breg23=87 breg24=88 breg25=89 breg26=8a breg27=8b
        breg28=8c breg29=8d breg30=8e breg31=8f regx=90 fbreg=91 bregx=92 piece=93 deref_size=94
        xderef_size=95 nop=96 push_object_address=97 call2=98 call4=99 call_ref=9a
        form_tls_address=9b call_frame_cfa=9c bit_piece=9d implicit_value=9e stack_value=9f
        implicit_pointer=a0 addrx=a1 constx=a2 entry_value=a3 const_type=a4 regval_type=a5
        deref_type=a6 xderef_type=a7 convert=a8 reinterpret=a9 GNU_push_tls_address=e0
        HP_unknown=e0 HP_is_value=e1 HP_fltconst4=e2 HP_fltconst8=e3 HP_mod_range=e4
        HP_unmod_range=e5 HP_tls=e6 INTEL_bit_piece=e8 WASM_location=ed WASM_location_int=ee
        APPLE_uninit=f0 GNU_implicit_pointer=f2 GNU_entry_value=f3 PGI_omp_thread_num=f8
        GNU_addr_index=fb GNU_const_index=fc LLVM_user=e9
    """,
    "DW_CC_": """
        normal=1 program=2 nocall=3 pass_by_reference=4 pass_by_value=5 GNU_renesas_sh=40
        GNU_borland_fastcall_i386=41 BORLAND_safecall=b0 BORLAND_stdcall=b1 BORLAND_pascal=b2
        BORLAND_msfastcall=b3 BORLAND_msreturn=b4 BORLAND_thiscall=b5 BORLAND_fastcall=b6
        LLVM_vectorcall=c0 LLVM_Win64=c1 LLVM_X86_64SysV=c2 LLVM_AAPCS=c3 LLVM_AAPCS_VFP=c4
        LLVM_IntelOclBicc=c5 LLVM_SpirFunction=c6 LLVM_DeviceKernel=c7 LLVM_Swift=c8
        LLVM_PreserveMost=c9 LLVM_PreserveAll=ca LLVM_X86RegCall=cb LLVM_M68kRTD=cc
        LLVM_PreserveNone=cd LLVM_RISCVVectorCall=ce LLVM_SwiftTail=cf LLVM_RISCVVLSCall=d0
        GDB_IBM_OpenCL=ff
    """,
}
_LLVM_OPERATIONS = [
    "LLVM_fragment",
    "LLVM_convert",
    "LLVM_tag_offset",
    "LLVM_entry_value",
    "LLVM_implicit_pointer",
    "LLVM_arg",
    "LLVM_extract_bits_sext",
    "LLVM_extract_bits_zext",
]
"""Operations that only LLVM has, from 0x1000 on."""


@cache
def numbers(prefix: str) -> dict[str, int]:
    """The numbers of the words that begin with `DW_TAG_`, `DW_LANG_`, `DW_ATE_`, `DW_OP_` or
    `DW_CC_`."""
    pairs = (pair.split("=") for pair in _WORDS[prefix].split())
    found = {prefix + word: int(number, 16) for word, number in pairs}
    if prefix == "DW_OP_":
        found.update({prefix + word: 0x1000 + i for i, word in enumerate(_LLVM_OPERATIONS)})
    return found


@cache
def words(prefix: str) -> dict[int, str]:
    """The words by their numbers."""
    found: dict[int, str] = {}
    for word, number in numbers(prefix).items():
        found.setdefault(number, word)
    return found
